// The server processes of bench/api.ts, and the CPU time that they use.

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageRoot } from '../../src/platform/config/config.ts'
import { freePort } from '../../test/harness/free-port.ts'

/** Runs Node with `args` on a free port and waits, for 30 s at most, until the server answers. */
export async function startServer(
  args: readonly string[],
  dataDir: string,
  onSpawn: (child: ChildProcess) => void,
): Promise<{ port: number; process: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    cwd: packageRoot,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onSpawn(child)
  for (let tries = 0; tries < 1_200; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (response) return { port, process: child }
    await sleep(100)
  }
  throw new Error(`${args.join(' ')} did not start`)
}

/** The CPU seconds that a process has used, optionally with its exited children. Linux only; elsewhere 0. */
export function cpuSecondsOf(pid: number, withExitedChildren = false): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15)
    return (user + system + (withExitedChildren ? childrenUser + childrenSystem : 0)) / 100
  } catch {
    return 0
  }
}

/** The CPU seconds of the embedded PostgreSQL server and all its backends. */
export function databaseCpuSeconds(dataDir: string): number {
  try {
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    return backends.reduce((sum, pid) => sum + cpuSecondsOf(Number(pid)), cpuSecondsOf(postmaster, true))
  } catch {
    return 0
  }
}
