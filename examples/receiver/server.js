// A server that receives Pro Signal's webhooks. Run it with
// WEBHOOK_AUTH_KEY=whk_… WEBHOOK_SIGNING_SECRET=whsec_… node examples/receiver/server.js

import { createServer } from 'node:http'
import { createReceiver } from 'pro-signal/receiver'

const { WEBHOOK_AUTH_KEY, WEBHOOK_SIGNING_SECRET, PORT = '8080', HOST = '127.0.0.1' } = process.env
if (!WEBHOOK_AUTH_KEY && !WEBHOOK_SIGNING_SECRET) {
  process.stderr.write('Set WEBHOOK_AUTH_KEY and WEBHOOK_SIGNING_SECRET to the key and the secret of your webhook.\n')
  process.exit(2)
}

const receive = createReceiver({
  // Accepts both of a rotation: WEBHOOK_AUTH_KEY=new,old
  authKey: WEBHOOK_AUTH_KEY?.split(',').map((key) => key.trim()),
  signingSecret: WEBHOOK_SIGNING_SECRET?.split(',').map((secret) => secret.trim()),
  // Process the event here. This runs after the response was sent, one event at a time. To get the company's dossier,
  // call GET /api/v1/companies/{event.company.id}
  onEvent: (event, { test }) => {
    process.stdout.write(`${event.occurredAt} ${event.type} ${describe(event)}${test ? ' (test event)' : ''}\n`)
  },
})

/**
 * A webhook sends signals. A saved search sends the companies that begin to match it, one by one or as a digest.
 *
 * @param {import('pro-signal/receiver').ReceivedEvent} event
 */
function describe(event) {
  if (event.type === 'search.entered') return `${event.search.name}: ${reasons(event)}`
  if (event.type === 'search.digest') {
    const lines = event.companies.map((each) => `\n  ${reasons(each)}`)
    return `${event.search.name}, companies in all: ${event.total}${lines.join('')}`
  }
  return `${event.action} ${event.company.name}: ${event.signal.label}`
}

/** @param {import('pro-signal/receiver').Entry} entry */
const reasons = ({ company, signals }) => `${company.name} (${signals.map(({ label }) => label).join(', ')})`

const server = createServer({ requestTimeout: 10_000 }, receive)
server.listen(Number(PORT), HOST, () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : PORT
  process.stdout.write(`Listening on http://${HOST}:${port}\n`)
})

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close(() => void receive.idle().then(() => process.exit(0)))
    server.closeIdleConnections()
  })
}
