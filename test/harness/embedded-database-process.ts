// A process that uses the embedded database in the folder of its first argument, until it receives a message.

import { openEmbedded } from '../../src/db/embedded/server.ts'
import { silentLog } from './log.ts'

const server = await openEmbedded({ dataDir: process.argv[2] ?? '', log: silentLog })
process.send?.('open')
process.once('message', async () => {
  await server.close()
  process.disconnect()
})
