// PostgreSQL refuses to run as root. As root we run it under a user that already exists; none is ever created.

import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { AppError, errorCode } from '../../platform/app-error.ts'

/** The user that the database runs as. Without ids: the current user. */
export interface RunAs {
  readonly name: string
  readonly ids: { readonly uid: number; readonly gid: number } | undefined
}

/** The owner of an existing folder runs its database, so that an ordinary user's folder stays theirs. */
export function chooseUser(databaseFolder: string | undefined): RunAs {
  const uid = process.getuid?.()
  if (uid === undefined) return { name: 'you', ids: undefined }
  const owner = databaseFolder === undefined ? undefined : statSync(databaseFolder)
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new AppError(
        'unavailable',
        `${databaseFolder} belongs to ${userName(owner.uid)}: run as that user or as root, or choose another DATA_DIR.`,
      )
    }
    return { name: userName(uid), ids: undefined }
  }
  const runAs =
    owner && owner.uid !== 0
      ? { name: userName(owner.uid), ids: { uid: owner.uid, gid: owner.gid } }
      : unprivilegedUser()
  assertCanSwitchUser(runAs)
  return runAs
}

/** Whether the user can enter the folder. The kernel decides, so every parent and every ACL counts. */
export function canEnter(runAs: RunAs, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...runAs.ids, cwd: '/', stdio: 'ignore' }).status === 0
  )
}

function unprivilegedUser(): RunAs {
  for (const name of ['postgres', 'nobody']) {
    const line = passwd().find((fields) => fields[0] === name)
    if (line) return { name, ids: { uid: Number(line[2]), gid: Number(line[3]) } }
  }
  throw new AppError(
    'unavailable',
    "PostgreSQL doesn't run as root, and there is no user named postgres or nobody: run as an ordinary user or set DATABASE_URL.",
  )
}

function assertCanSwitchUser(runAs: RunAs): void {
  const result = spawnSync('/bin/sh', ['-c', ':'], { ...runAs.ids, cwd: '/', stdio: 'ignore' })
  if (errorCode(result.error) === 'EPERM') {
    throw new AppError(
      'unavailable',
      `PostgreSQL doesn't run as root, and this root can't switch to ${runAs.name}: run as an ordinary user or set DATABASE_URL.`,
    )
  }
}

function userName(uid: number): string {
  return passwd().find((fields) => fields[2] === String(uid))?.[0] ?? `user ${uid}`
}

function passwd(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
  } catch {
    return []
  }
}
