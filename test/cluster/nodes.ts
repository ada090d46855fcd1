// Three nodes with all roles, each with the database behind a proxy of its own, and what is done to them.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { readServerPid } from '../../src/db/embedded/pid-file.ts'
import { packageRoot } from '../../src/platform/config/config.ts'
import { cleanup } from '../harness/cleanup.ts'
import { proSignal, type RunningService, serve } from '../harness/command-line.ts'
import { type DatabaseProxy, proxyDatabase } from '../harness/database-proxy.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { SECRET_KEYS } from '../harness/secret-keys.ts'
import { fill, NODE_DISK_MB, smallDisk } from './disks.ts'

export interface Node {
  readonly name: string
  /** The disk of its data folder, if that is one of its own. */
  readonly disk: string | undefined
  /** How many milliseconds its clock is off, in a file. */
  readonly clock: string
  readonly proxy: DatabaseProxy
  readonly env: Record<string, string>
  /** Undefined while it is down. */
  service: RunningService | undefined
  /** Unexpected ends of its processes. */
  readonly falls: string[]
}

/** A process that was stopped past this has lost its leases. */
export const PAST_LEASES_MS = 18_000
/** So is a collecting process, whose leases are longer. */
const PAST_COLLECT_LEASE_MS = 32_000
const STEPPING_CLOCK = pathToFileURL(join(packageRoot, 'test/cluster/stepping-clock.js')).href
/** Hours that a clock is set off: a minute, an hour, days, months. */
const STEPS_HOURS = [1 / 60, 1, 30, 2_200]

interface NodeOptions {
  readonly canStep?: boolean
  readonly hasDisks?: boolean
  /** What they need to collect. */
  readonly collecting?: Readonly<Record<string, string>> | undefined
}

export async function startNodes(
  databaseUrl: string,
  count: number,
  { canStep = false, hasDisks = false, collecting }: NodeOptions = {},
) {
  const nodes = await Promise.all(
    Array.from({ length: count }, async (_, i): Promise<Node> => {
      const proxy = await proxyDatabase(databaseUrl)
      const disk = hasDisks ? smallDisk(NODE_DISK_MB) : undefined
      const clock = join(temporaryFolder(), 'clock')
      writeFileSync(clock, '0')
      const env = {
        ...{ DATABASE_URL: proxy.url, SECRET_KEYS, DATA_DIR: disk ?? temporaryFolder(), ALLOW_LOOPBACK_WEBHOOKS: '1' },
        ...{ LOG_FORMAT: 'json', LOG_LEVEL: 'info', DATABASE_IDLE_TRANSACTION_SECONDS: '3' },
        ...collecting,
        ...(canStep && { CLOCK_FILE: clock, NODE_OPTIONS: `--import=${STEPPING_CLOCK}` }),
      }
      return { name: `node ${i + 1}`, disk, clock, proxy, env, service: undefined, falls: [] }
    }),
  )
  for (const node of nodes) await start(node)
  return nodes
}

/** `program`: the command of another version. The database may be away for a moment. */
export async function start(node: Node, program?: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const service = await serve([], node.env, program)
      node.service = service
      service.process.once('exit', (code) => {
        if (node.service === service)
          node.falls.push(`${node.name} ended with ${code}: ${service.output().slice(-2_000)}`)
      })
      return
    } catch (error) {
      if (attempt === 10) throw error
      await sleep(1_000)
    }
  }
}

export async function end(node: Node, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const { service } = node
  if (!service) return
  node.service = undefined
  const { process: child } = service
  // One that fell by itself doesn't exit again.
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** VmRSS: what its process has in memory now. VmHWM: the most that it has had. */
export function memoryMb({ service }: Node, figure: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${service?.process.pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024)
}

export interface Fire {
  readonly nodes: readonly Node[]
  readonly dataDir: string
  readonly isDataDirOnDisk: boolean
  readonly databaseUrl: string
  /** The command of the released version, where there is one. */
  readonly released: string | undefined
  /** From 0 to 1. */
  readonly random: () => number
}

/** After these the process is another one. */
export const ENDS_PROCESS = new Set(['kill -9 of a node', 'a node of the released version', 'a full disk of a node'])

/** Each undoes its effect: afterwards all nodes can work again. */
export const DISTURBANCES: Readonly<Record<string, (fire: Fire, node: Node) => Promise<void>>> = {
  async 'kill -9 of a node'({ random }, node) {
    await end(node, 'SIGKILL')
    await sleep(random() * 2_000)
    await start(node)
  },
  async 'a frozen node'({ random }, { service }) {
    service?.process.kill('SIGSTOP')
    await sleep(random() < 0.5 ? 4_000 : PAST_LEASES_MS)
    service?.process.kill('SIGCONT')
  },
  async 'kill -9 of a collecting process'(_fire, node) {
    for (const pid of await collectingPids(node)) process.kill(pid, 'SIGKILL')
  },
  async 'a frozen collecting process'({ random }, node) {
    const pids = await collectingPids(node)
    // When the node is killed, one that is frozen doesn't notice.
    const thaw = () => pids.filter(isCollecting).forEach((pid) => void process.kill(pid, 'SIGCONT'))
    cleanup(thaw)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    await sleep(random() < 0.5 ? 4_000 : PAST_COLLECT_LEASE_MS)
    thaw()
  },
  async 'a stalled network'({ random }, { proxy }) {
    proxy.hold()
    await sleep(1_000 + random() * 7_000)
    proxy.release(random() < 0.5 ? 0 : 30)
    await sleep(2_000)
    proxy.release()
  },
  async 'a cut network'({ random }, { proxy }) {
    await proxy.stop()
    await sleep(500 + random() * 4_000)
    await proxy.restore()
  },
  async 'a network that drops everything'({ random }, { proxy }) {
    proxy.silence()
    await sleep(1_000 + random() * 5_000)
    await proxy.restore()
  },
  async 'kill -9 of the database'({ dataDir, databaseUrl }) {
    process.kill(readServerPid(join(dataDir, 'postgres')) ?? 0, 'SIGKILL')
    await untilAccepts(databaseUrl)
  },
  async 'a full disk of the database'({ dataDir, databaseUrl, random }) {
    const free = await fill(dataDir)
    await sleep(2_000 + random() * 6_000)
    free()
    await untilAccepts(databaseUrl)
  },
  async 'a full disk of a node'(_fire, node) {
    const free = await fill(node.disk ?? '')
    await end(node, 'SIGKILL')
    await start(node)
    await sleep(5_000)
    free()
  },
  async 'a clock that steps'({ random }, { clock }) {
    const hours = STEPS_HOURS[Math.floor(random() * STEPS_HOURS.length)] ?? 0
    writeFileSync(clock, String(Math.round((random() < 0.5 ? -1 : 1) * hours * 3_600_000)))
    await sleep(3_000 + random() * 12_000)
    writeFileSync(clock, '0')
  },
  async 'a frozen client in a transaction'({ databaseUrl }) {
    const client = frozenClient(databaseUrl)
    await once(client, 'message')
    client.kill('SIGSTOP')
    await sleep(4_000)
    client.kill('SIGKILL')
  },
  async 'a backup'({ databaseUrl }) {
    const file = join(temporaryFolder(), 'cluster.backup')
    const env = { DATABASE_URL: databaseUrl, SECRET_KEYS }
    for (const args of [
      ['backup', file],
      ['backup', 'verify', file],
    ]) {
      const { code, stderr } = await proSignal(args, env)
      if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
    }
  },
  async 'a node of the released version'({ released }, node) {
    await end(node, 'SIGTERM')
    await start(node, released)
    await sleep(5_000)
    await end(node, 'SIGTERM')
    await start(node)
  },
}

/** One that was killed starts again after ten seconds. */
async function collectingPids(node: Node): Promise<readonly number[]> {
  for (let polls = 0; polls < 80; polls++, await sleep(250)) {
    const pids = findCollecting(node)
    if (pids.length > 0) return pids
  }
  throw new Error(`${node.name} has no collecting process`)
}

function findCollecting({ service }: Node): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    const status = readProcess(pid, 'status')
    return status.includes(`\nPPid:\t${service?.process.pid}\n`) && isCollecting(pid)
  })
}

const isCollecting = (pid: number) => readProcess(pid, 'cmdline').includes('collecting-process')

/** Empty if it has ended. */
function readProcess(pid: number, file: 'status' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

async function untilAccepts(databaseUrl: string): Promise<void> {
  for (let isBack = false; !isBack; await sleep(250)) isBack = await accepts(databaseUrl)
}

async function accepts(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

function frozenClient(url: string): ChildProcess {
  const script = join(packageRoot, 'test/harness/open-transaction-process.ts')
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: url, DATABASE_IDLE_TRANSACTION_SECONDS: '1' }
  const child = fork(script, ['select from companies limit 50 for update'], { env })
  cleanup(() => child.kill('SIGKILL'))
  return child
}
