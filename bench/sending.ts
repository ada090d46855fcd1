// The cost of a POST: our sender (guard, timeouts, limits, excerpt) compared with a bare loop of undici's `request`
// with the same bodies to the same receivers, interleaved in one run. The CPU time is that of this process. Receivers
// run in another.
//
//   npm run bench -- sending [--posts 20000] [--rounds 5]

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { exampleEvent, Sender } from '../src/deliver/sending/index.ts'
import { percentile, table } from './report.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    receivers: { type: 'string' },
  },
})
const IN_FLIGHT = 64
const body = JSON.stringify(exampleEvent('hiring'))
const authKey = 'whk_0123456789abcdefghijABCDEFGHIJ12'

if (values.receivers) await receive(Number(values.receivers))
else {
  const rows = [['origins', 'bare', 'ours', 'ratio of CPU time', 'ratio of throughput']]
  for (const origins of [1, 100, 1_000]) rows.push(await compare(origins))
  process.stdout.write(table(rows))
}

/** Prints one line with the ports, then responds until standard input ends. */
async function receive(count: number): Promise<void> {
  const ports: number[] = []
  for (let i = 0; i < count; i++) {
    const server = createServer((request, response) => {
      request.resume()
      request.on('end', () => response.writeHead(202).end('{"accepted":true}'))
    })
    server.keepAliveTimeout = 60_000
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ports.push((server.address() as AddressInfo).port)
  }
  process.stdout.write(`${JSON.stringify(ports)}\n`)
  process.stdin.resume().on('end', () => process.exit())
}

async function compare(origins: number): Promise<string[]> {
  const script = fileURLToPath(import.meta.url)
  const receivers = spawn(process.execPath, [script, '--receivers', String(origins)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ports = JSON.parse(String((await once(receivers.stdout, 'data'))[0])) as number[]
  const pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`))
  const sender = new Sender({ allowLoopback: true })
  const urls = ports.map((port) => `http://127.0.0.1:${port}/hook`)
  const headers = { authorization: `Bearer ${authKey}`, 'content-type': 'application/json', accept: 'application/json' }
  const bare = async (i: number) => {
    const response = await pools[i % origins]?.request({ path: '/hook', method: 'POST', headers, body })
    await response?.body.text()
  }
  const ours = async (i: number) => {
    const result = await sender.send({ url: urls[i % origins] ?? '', authKey, body })
    if (result.outcome === 'failure') throw new Error(result.message)
  }
  try {
    await measure(bare)
    await measure(ours)
    const rounds: { bare: Cost; ours: Cost }[] = []
    for (let i = 0; i < Number(values.rounds); i++)
      rounds.push({ bare: await measure(bare), ours: await measure(ours) })
    const median = (of: (round: (typeof rounds)[number]) => number) =>
      percentile(
        rounds.map(of).sort((a, b) => a - b),
        50,
      )
    return [
      String(origins),
      `${median((round) => round.bare.microseconds).toFixed(0)} µs`,
      `${median((round) => round.ours.microseconds).toFixed(0)} µs`,
      median((round) => round.ours.microseconds / round.bare.microseconds).toFixed(2),
      median((round) => round.ours.perSecond / round.bare.perSecond).toFixed(2),
    ]
  } finally {
    await sender.close()
    for (const pool of pools) await pool.close()
    receivers.stdin.end()
  }
}

interface Cost {
  readonly microseconds: number
  readonly perSecond: number
}

async function measure(post: (i: number) => Promise<void>): Promise<Cost> {
  const posts = Number(values.posts)
  const [cpu, started] = [process.cpuUsage(), performance.now()]
  let next = 0
  const loop = async () => {
    while (next < posts) await post(next++)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop))
  const { user, system } = process.cpuUsage(cpu)
  return { microseconds: (user + system) / posts, perSecond: posts / ((performance.now() - started) / 1_000) }
}
