// A company is deleted by command while the service runs: searches, dossiers and customers follow, and nothing brings it back.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { runCommand } from '../harness/command-line.ts'
import { openTestDatabase } from '../harness/database.ts'
import { newTeam, SECRET_KEYS, saveWebhook } from '../harness/firehose.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { createKey } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'
import { company, signal } from '../harness/signals.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'

test('a deleted company leaves searches and dossiers, customers get retractions, and imports reject it', async () => {
  const db = await openTestDatabase()
  const env = {
    ...{ DATABASE_URL: db.url, SECRET_KEYS, ALLOW_LOOPBACK_WEBHOOKS: '1' },
    ...{ SEARCH_ENGINE: 'index', DATA_DIR: temporaryFolder() },
  }
  const { url } = await startTestService({ env })
  const teamId = await newTeam(db)
  const { key } = await createKey(db.pool('settings'), teamId, { name: 'Test' })
  const receiver = await startReceiver()
  await saveWebhook(db, teamId, { url: receiver.url })
  const job = (domain: string) => signal(domain, `${domain} job`, { occurredAt: Math.floor(Date.now() / 1_000) - 60 })
  const [gone, stays] = ['gone.example', 'stays.example']
  const names = [company(gone, { name: 'Gone' }), company(stays, { name: 'Stays' })]
  await writeRecords(db, new Stamper(db), [...names, job(gone), job(stays)])
  await receiver.waitFor(2)

  const call = (path: string, body?: object) =>
    fetch(`${url}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const found = async () => {
    let response = await call('companies', { signal_query: 'hiring' })
    // The index is being loaded.
    for (let i = 0; response.status === 503 && i < 100; i++) {
      await sleep(100)
      response = await call('companies', { signal_query: 'hiring' })
    }
    const { companies } = (await response.json()) as { companies: { domain: string }[] }
    return companies.map(({ domain }) => domain).sort()
  }
  assert.deepEqual(await found(), [gone, stays])
  assert.equal((await call(`companies/${companyId(gone)}`)).status, 200)

  const asked = await runCommand(['companies', 'delete', gone], env)
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /Nothing was deleted\. gone\.example \(gone\.example\) has 1 report: add --yes/)
  const { code, stdout, stderr } = await runCommand(['companies', 'delete', gone, '--yes'], env)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /Deleted gone\.example: 1 report retracted\./)

  await receiver.waitFor(3)
  const { signalId, action, company: named } = receiver.received[2]?.event ?? assert.fail()
  assert.deepEqual([action, (named as { domain: string }).domain], ['updated', gone])
  assert.equal(signalId, receiver.received.find((each) => JSON.stringify(each.event).includes(gone))?.event.signalId)
  for (let i = 0; (await found()).includes(gone); i++) {
    assert.ok(i < 50, 'the index still finds it')
    await sleep(100)
  }
  assert.deepEqual(await found(), [stays])
  assert.equal((await call(`companies/${companyId(gone)}`)).status, 404)

  const file = join(temporaryFolder(), 'again.ndjson')
  const line = { record: 'company', domain: gone, name: 'Gone again' }
  writeFileSync(file, `${JSON.stringify(line)}\n`)
  const again = await runCommand(['ingest', file], env)
  assert.equal(again.code, 3)
  assert.match(again.stderr, /company gone\.example was deleted by the operator/)
  const watched = await runCommand(['watch', 'add', gone], env)
  assert.match(watched.stderr, /gone\.example was deleted, and is not watched: run companies allow gone\.example first/)
  assert.match((await runCommand(['companies', 'deleted'], env)).stdout, /gone\.example/)
  assert.equal((await runCommand(['companies', 'allow', gone], env)).code, 0)
  assert.equal((await runCommand(['ingest', file], env)).code, 0)
})
