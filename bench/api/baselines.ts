// The baselines of bench/api.ts: the same bytes from memory, and a hand-written route with one indexed read and one guarded
// update, both prepared statements, and nothing else. No key, no validation, no second budget.

import fastify from 'fastify'
import { many, one, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { createLog } from '../../src/platform/logger.ts'

const config = loadConfig()
const db = await openDatabase({ config, log: createLog(config) })
const pool = db.pool('charge')
const documents = new Map(
  (await many<{ id: string; body: string }>(pool, 'select id, body from bench_documents')).map(({ id, body }) => [
    id,
    body,
  ]),
)
const JSON_TYPE = 'application/json; charset=utf-8'
const app = fastify({ logger: false })

app.get<{ Params: { id: string } }>('/in-memory/:id', async ({ params }, reply) =>
  reply.type(JSON_TYPE).send(documents.get(params.id)),
)

app.get<{ Params: { id: string; team: string } }>('/hand-written/:id/:team', async ({ params }, reply) => {
  const { body } = await one<{ body: string }>(prepared('read'), 'select body from bench_documents where id = $1', [
    params.id,
  ])
  const { rowCount } = await prepared('use').query(
    'update bench_counters set used = used + 1 where team = $1 and used < "limit" returning used',
    [params.team],
  )
  if (rowCount === 0) return reply.code(429).send({ error: 'limit reached' })
  return reply.type(JSON_TYPE).send(body)
})

function prepared(name: string) {
  return {
    query: (text: string, values?: readonly unknown[]) => pool.query({ name, text, values: values as unknown[] }),
  } as Pick<typeof pool, 'query'>
}

await app.listen({ host: '127.0.0.1', port: config.PORT })
process.on('SIGTERM', async () => {
  await app.close()
  await db.close()
})
