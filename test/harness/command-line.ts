import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { run } from '../../src/cli/run.ts'
import { packageRoot } from '../../src/platform/config/config.ts'
import { cleanup } from './cleanup.ts'
import { temporaryFolder } from './folders.ts'
import { SECRET_KEYS } from './secret-keys.ts'
import './contract.ts'

/** The command of this version. Tests of upgrades pass that of another. */
const thisVersion = join(packageRoot, 'bin/pro-signal')

/** A clean environment: no variable of the caller can change the command's configuration. */
function environment(env: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), ...env }
}

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command inside this process. That is a second faster than `proSignal`, which is for what only a process of its own
 * can show: that it ends, signals, other processes at the same time, and the embedded database.
 */
export async function runCommand(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const output = { stdout: '', stderr: '' }
  const into = (name: keyof typeof output) =>
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        output[name] += text
        done()
      },
    })
  const code = await run(args, {
    env: environment(env),
    stdin: Readable.from([]),
    stdout: into('stdout'),
    stderr: into('stderr'),
  })
  return { code, ...output }
}

/** Starts `pro-signal …` in a child process. */
export function proSignalProcess(args: readonly string[], env: Record<string, string> = {}, program = thisVersion) {
  return spawn(process.execPath, [program, ...args], {
    env: environment(env),
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs `pro-signal …` in a child process and waits for its end. */
export async function proSignal(
  args: readonly string[],
  env: Record<string, string> = {},
  program = thisVersion,
): Promise<Outcome> {
  const child = proSignalProcess(args, env, program)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => {
    output.stdout += data
  })
  child.stderr.on('data', (data) => {
    output.stderr += data
  })
  const [code] = await once(child, 'close')
  return { code, ...output }
}

export interface RunningService {
  readonly process: ChildProcess
  readonly url: string
  /** Everything that it has printed so far. */
  output(): string
  /** What of that went to standard output. */
  stdout(): string
}

/** Starts `pro-signal serve …` on a free port and waits until it is running. */
export async function serve(
  args: readonly string[],
  env: Record<string, string>,
  program = thisVersion,
): Promise<RunningService> {
  // A service on DATABASE_URL needs keys, and a folder for its index that no other test uses.
  const own = env.DATABASE_URL ? { SECRET_KEYS, DATA_DIR: env.DATA_DIR ?? temporaryFolder() } : {}
  const child = proSignalProcess(['serve', ...args], { PORT: '0', ...own, ...env }, program)
  cleanup(() => child.kill('SIGKILL'))
  let output = ''
  let stdout = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  const url = await new Promise<string>((resolve, reject) => {
    const read = (data: Buffer) => {
      output += data
      const [, found] = /listening on (http\S+?)["\s]/.exec(output) ?? []
      if (found && output.includes('is running')) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`serve exited before it was ready: ${output}`)))
  })
  return { process: child, url, output: () => output, stdout: () => stdout }
}
