import { execFileSync } from 'node:child_process'
import { chownSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, constants } from 'node:zlib'
import { chooseUser } from '../../src/db/embedded/user.ts'
import { packageRoot } from '../../src/platform/config/config.ts'
import type { FixtureFacts } from '../fixtures/make-data-folder.ts'
import { variable } from './database.ts'
import { temporaryFolder } from './folders.ts'

/** A temporary DATA_DIR with an empty database, as initdb makes it. */
export function folderWithDatabase(): string {
  const dataDir = temporaryFolder()
  execFileSync('cp', ['-a', `${variable('TEST_DATA_FOLDER')}/.`, dataDir])
  return dataDir
}

const fixtures = join(packageRoot, 'test/fixtures')

/** The data folders of released versions, by file name, the oldest first. */
export function dataFolderArchives(): string[] {
  return readdirSync(fixtures)
    .filter((name) => /^data-folder-.*\.tar\.br$/.test(name))
    .toSorted()
}

/** Unpacks one into a temporary DATA_DIR. As root, its database is given to the user that PostgreSQL runs as. */
export function unpackDataFolder(archive: string): { readonly dataDir: string; readonly facts: FixtureFacts } {
  const tar = brotliDecompressSync(readFileSync(join(fixtures, archive)), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  })
  const dataDir = temporaryFolder()
  execFileSync('tar', ['--extract', '--no-same-owner', '--preserve-permissions', '--directory', dataDir], {
    input: tar,
  })
  const { ids } = chooseUser(undefined)
  if (ids) {
    const database = join(dataDir, 'postgres')
    chownSync(database, ids.uid, ids.gid)
    for (const path of readdirSync(database, { recursive: true, encoding: 'utf8' }))
      chownSync(join(database, path), ids.uid, ids.gid)
  }
  return { dataDir, facts: JSON.parse(readFileSync(join(dataDir, 'fixture.json'), 'utf8')) as FixtureFacts }
}
