import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isServerOf, readServerPid } from '../../src/db/embedded/pid-file.ts'
import { cleanup } from './cleanup.ts'

/** A folder of the test's own, removed when the file is done, with the database server that a killed process left in it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pro-signal-test-'))
  cleanup(() => {
    const database = join(folder, 'postgres')
    const pid = readServerPid(database)
    if (pid !== undefined && isServerOf(database, pid)) process.kill(pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
