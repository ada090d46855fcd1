// A receiver of Pro Signal's webhooks. Run it: WEBHOOK_AUTH_KEY=whk_… node examples/receiver/server.js

import { createServer } from 'node:http'
import { createReceiver } from 'pro-signal/receiver'

const { WEBHOOK_AUTH_KEY, PORT = '8080', HOST = '127.0.0.1' } = process.env
if (!WEBHOOK_AUTH_KEY) {
  process.stderr.write('Set WEBHOOK_AUTH_KEY to the authentication key of your webhook.\n')
  process.exit(2)
}

const receive = createReceiver({
  // During a rotation both keys are accepted: WEBHOOK_AUTH_KEY=new,old
  authKey: WEBHOOK_AUTH_KEY.split(',').map((key) => key.trim()),
  // Your work. It runs after the answer, one event after the other. From here, fetch the dossier of the company:
  // GET /api/v1/companies/{event.company.id}
  onEvent: (event, { test }) => {
    const mark = test ? ' (test event)' : ''
    process.stdout.write(
      `${event.occurredAt} ${event.type} ${event.action} ${event.company.name}: ${event.signal.label}${mark}\n`,
    )
  },
})

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
