import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { SIGNAL_DECLARATIONS, SIGNAL_TYPES } from '../types/index.ts'
import { EXAMPLE_SIGNAL, PublicSignalSchema } from './schema.ts'

test('a signal of every type is serialised with all its fields', async () => {
  const { source, id, label, confidence, status, occurredAt, firstSeenAt, lastSeenAt } = EXAMPLE_SIGNAL
  const common = { id, label, confidence, status, occurredAt, firstSeenAt, lastSeenAt, source }
  const signals = SIGNAL_TYPES.map((type) => {
    const fields = SIGNAL_DECLARATIONS[type].fields.map(({ name, example }) => [name, example])
    return { ...common, type, ...Object.fromEntries(fields) }
  })
  const app = Fastify()
  const response = { 200: { type: 'array', items: PublicSignalSchema } }
  app.get('/', { schema: { response } }, async () => signals)
  const reply = await app.inject('/')
  assert.equal(reply.statusCode, 200, reply.body)
  assert.deepEqual(reply.json(), signals)
})
