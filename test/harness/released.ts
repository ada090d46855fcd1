// The code of the released version, to run beside this one on one database.

import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/platform/config/config.ts'
import { temporaryFolder } from './folders.ts'

/** The commit that was released last. Set it at each release. */
const RELEASED = '705bd3b9'

/** Why its code can't be had here: this is no clone, or one without its history. */
export function whyNoRelease(): string | false {
  const git = ['-C', packageRoot, 'cat-file', '-e', `${RELEASED}^{commit}`]
  try {
    execFileSync('git', git, { stdio: 'ignore' })
    return false
  } catch {
    return `the commit of the released version, ${RELEASED}, is not in this copy's history`
  }
}

/** Unpacks it, with the libraries of this version, and returns the path of its command. */
export function unpackRelease(): string {
  const folder = temporaryFolder()
  const archive = execFileSync('git', ['-C', packageRoot, 'archive', RELEASED], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // Else it would install its own libraries, which takes half a minute.
  copyFileSync(join(packageRoot, 'package-lock.json'), join(folder, 'package-lock.json'))
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  const screen = join(packageRoot, 'web/dist')
  if (existsSync(screen)) symlinkSync(screen, join(folder, 'web/dist'))
  return join(folder, 'bin/pro-signal')
}
