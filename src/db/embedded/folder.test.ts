// Where the embedded database can be stored, and the errors where it can't. Some tests run only as root.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { findBinaries, locatePackage } from './binaries.ts'
import { openFolder } from './folder.ts'
import { chooseUser } from './user.ts'

const root = process.getuid?.() === 0
const asRoot = { skip: root ? false : 'needs root' }
const asOrdinaryUser = { skip: root ? 'needs an ordinary user' : false }

test('a database folder is complete or absent, and nothing half-made is left next to it', () => {
  const dataDir = join(temporaryFolder(), 'new', 'data')
  const folder = openFolder(dataDir)
  assert.deepEqual(readdirSync(dataDir).sort(), ['postgres', 'postgres-password'])
  assert.equal(statSync(folder.path).mode & 0o777, 0o700)
  assert.equal(openFolder(dataDir).password, folder.password)
})

test('as root, a folder inside a closed folder is used, and the permissions stay as they are', asRoot, () => {
  const home = temporaryFolder()
  chmodSync(home, 0o700)
  const folder = openFolder(join(home, 'data'))
  assert.equal(folder.reachedAs, '/proc/self/cwd')
  assert.equal(statSync(home).mode & 0o777, 0o700)
  assert.notEqual(statSync(folder.path).uid, 0)
})

test('as root, a reachable folder is named by its path', asRoot, () => {
  const open = temporaryFolder()
  chmodSync(open, 0o755)
  const folder = openFolder(join(open, 'data'))
  assert.equal(folder.reachedAs, folder.path)
})

test('as root, programs in a closed folder are copied to a place where the user can run them', asRoot, () => {
  const closed = temporaryFolder()
  const { root: original, version } = locatePackage()
  cpSync(original, join(closed, 'package'), { recursive: true, verbatimSymlinks: true })
  const binaries = findBinaries(chooseUser(undefined), { root: join(closed, 'package'), version })
  assert.ok(binaries.copiedTo)
  assert.ok(binaries.postgres.startsWith(binaries.copiedTo))
})

test('missing symlinks of the package are created', () => {
  const copy = join(temporaryFolder(), 'package')
  chmodSync(dirname(copy), 0o755)
  const { root: original, version } = locatePackage()
  cpSync(original, copy, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) rmSync(join(copy, target), { force: true })
  const binaries = findBinaries(chooseUser(undefined), { root: copy, version })
  assert.equal(binaries.copiedTo, undefined)
  for (const { target } of links) assert.ok(lstatSync(join(copy, target)).isSymbolicLink(), target)
})

test('a folder of another major version is rejected in one line and not touched', () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '14\n')
  if (root) execFileSync('chown', ['-R', 'nobody', join(dataDir, 'postgres')])
  assert.throws(
    () => openFolder(dataDir),
    /created by PostgreSQL 14, and this version includes 18\. Two commands .*backup over\.backup; .*restore over\.backup/,
  )
})

test('a file in place of the folder is rejected in one line', () => {
  const dataDir = join(temporaryFolder(), 'file')
  writeFileSync(dataDir, '')
  assert.throws(() => openFolder(dataDir), oneLine(/DATA_DIR .*file is a file: choose a folder/))
})

test('a folder that is not writable is rejected in one line', asOrdinaryUser, () => {
  const dataDir = temporaryFolder()
  chmodSync(dataDir, 0o500)
  assert.throws(() => openFolder(dataDir), oneLine(/cannot be used .*choose a folder that you can write to/))
})

test('a read-only disk and a full disk are reported in one line each', asRoot, (t) => {
  const mount = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', mount], { stdio: 'ignore' })
  } catch {
    return t.skip('mount is not permitted on this machine')
  }
  cleanup(() => execFileSync('umount', [mount]))
  assert.throws(() => openFolder(join(mount, 'data')), oneLine(/has \d MB free, and a new database needs 200 MB/))
  execFileSync('mount', ['-o', 'remount,ro', mount])
  assert.throws(() => openFolder(join(mount, 'other')), oneLine(/other can.t be used .*choose a folder/))
  assert.equal(existsSync(join(mount, 'other')), false)
})

function oneLine(pattern: RegExp) {
  return (error: Error) => pattern.test(error.message) && !error.message.includes('\n')
}
