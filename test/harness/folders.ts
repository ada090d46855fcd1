import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isServerOf, readServerPid } from '../../src/db/embedded/pid-file.ts'
import { cleanup } from './cleanup.ts'

/** A temporary folder, removed after the last test of the file. Stops a database server that a killed process left in it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pro-signal-test-'))
  cleanup(async () => {
    const database = join(folder, 'postgres')
    const pid = readServerPid(database)
    if (pid !== undefined && isServerOf(database, pid)) {
      process.kill(pid, 'SIGQUIT')
      for (const deadline = Date.now() + 5_000; Date.now() < deadline && isServerOf(database, pid); ) await sleep(20)
    }
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
