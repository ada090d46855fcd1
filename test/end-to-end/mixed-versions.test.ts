// An upgrade of one node after the other: the released version and this one share a database, in both directions.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Outcome, proSignal, type RunningService, runCommand, serve } from '../harness/command-line.ts'
import { createDatabase } from '../harness/database.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { line } from '../harness/lines.ts'
import { unpackRelease, whyNoRelease } from '../harness/released.ts'
import { SECRET_KEYS } from '../harness/secret-keys.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'

const LINES = 40
const UNLIMITED = ['perMinute', 'dailyRequests', 'monthlyRequests', 'monthlyRecords']

test('nodes of the released version and of this one serve one database', {
  skip: whyNoRelease(),
  timeout: 240_000,
}, async () => {
  const released = unpackRelease()
  const env = {
    ...{ DATABASE_URL: await createDatabase({ empty: true }), SECRET_KEYS, ALLOW_LOOPBACK_WEBHOOKS: '1' },
    ...{ LOG_FORMAT: 'json', LOG_LEVEL: 'info' },
  }
  const serveReleased = () => serve([], env, released)
  const first = await serveReleased()
  const receiver = await startReceiver()
  const key = await setUpTeam((args) => proSignal([...args, '--json'], env, released), receiver.url)
  const ingested: string[] = []
  const ingest = async (batch: string, run: typeof runCommand) => {
    const { code, stderr } = await run(['ingest', newFile(batch, ingested)], env)
    assert.equal(code, 0, stderr)
  }
  const byReleased: typeof runCommand = (args) => proSignal(args, env, released)

  const load = searchAll(key, first)
  const second = await serve([], env)
  load.add(second)
  await Promise.all([ingest('new', runCommand), ingest('released', byReleased)])
  await load.end(first)

  const third = await serveReleased()
  load.add(third)
  await Promise.all([ingest('new-again', runCommand), load.end(second)])
  await ingest('back', byReleased)

  await receiver.waitFor(ingested.length, 60_000)
  const companies = new Set(receiver.received.map(({ event }) => (event.company as { domain: string }).domain))
  assert.deepEqual([...companies].sort(), [...ingested].sort())
  const used = await monthlyRequests(third, key)
  const { answered, failures } = await load.stop()
  assert.deepEqual(failures, [])
  assert.ok(answered > 100, `${answered} searches`)
  assert.ok(used <= answered && (await monthlyRequests(third, key)) === answered)
  for (const node of [first, second, third]) {
    const errors = node.output().match(/^.*"level":(?:"error"|[56]0).*$/gm)
    assert.equal(errors, null, errors?.join('\n'))
  }
})

/** A team with a webhook and without limits, and the key that it searches with. */
async function setUpTeam(command: (args: readonly string[]) => Promise<Outcome>, webhookUrl: string): Promise<string> {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await command(args)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as Record<string, string>
  }
  const password = join(temporaryFolder(), 'password')
  writeFileSync(password, 'a long enough password\n')
  const owner = ['--owner-email', 'owner@example.com', '--owner-password-file', password]
  const { id = '' } = await run('teams', 'create', '--name', 'Team', '--plan', 'pro', ...owner)
  const [{ key = '' }] = await Promise.all([
    run('keys', 'create', '--team', id, '--name', 'Load'),
    run('teams', 'limits', '--team', id, ...UNLIMITED.flatMap((bucket) => ['--set', `${bucket}=1000000`])),
    run('webhooks', 'create', '--team', id, '--url', webhookUrl, '--types', 'hiring'),
  ])
  return key
}

/** A file of jobs, each of a company of its own. Adds their domains to `domains`. */
function newFile(batch: string, domains: string[]): string {
  const file = join(temporaryFolder(), `${batch}.ndjson`)
  const lines = Array.from({ length: LINES }, (_, i) => {
    const company = { domain: `${batch}-${i}.example`, name: `${batch} ${i}` }
    domains.push(company.domain)
    const occurredAt = new Date(Date.now() - 86_400_000).toISOString()
    return JSON.stringify(line('hiring', { company, key: `${batch}-${i}`, jobTitle: 'AI SDR', occurredAt }))
  })
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

/** Searches all the time on each of the nodes, as behind a load balancer that lets a node finish before it is stopped. */
function searchAll(key: string, first: RunningService) {
  const failures: string[] = []
  const busy = new Map<RunningService, { stopped: boolean; ended: Promise<void> }>()
  let answered = 0
  const add = (node: RunningService) => {
    const state = { stopped: false, ended: Promise.resolve() }
    state.ended = (async () => {
      while (!state.stopped) {
        const response = await fetch(`${node.url}/api/v1/companies`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ signal_query: 'hiring(title ~ "AI SDR")' }),
        })
        const body = await response.text()
        if (response.status === 200) answered++
        else failures.push(`${response.status}: ${body}`)
        await sleep(30)
      }
    })()
    busy.set(node, state)
  }
  const release = async (node: RunningService) => {
    const state = busy.get(node)
    if (state) state.stopped = true
    await state?.ended
    busy.delete(node)
  }
  const end = async (node: RunningService) => {
    await release(node)
    node.process.kill('SIGTERM')
    const [code] = await once(node.process, 'exit')
    assert.equal(code, 0, node.output())
  }
  const stop = async () => {
    for (const node of busy.keys()) await release(node)
    return { answered, failures }
  }
  add(first)
  return { add, end, stop }
}

async function monthlyRequests(node: RunningService, key: string): Promise<number> {
  const response = await fetch(`${node.url}/api/v1/stats`, { headers: { authorization: `Bearer ${key}` } })
  const { rateLimits } = (await response.json()) as { rateLimits: { monthlyRequests: { used: number } } }
  return rateLimits.monthlyRequests.used
}
