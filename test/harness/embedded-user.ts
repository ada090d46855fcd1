// A process that uses the embedded database of the folder given as its argument, until it is told to leave it.

import { openEmbedded } from '../../src/db/embedded/server.ts'
import { silentLog } from './log.ts'

const server = await openEmbedded({ dataDir: process.argv[2] ?? '', log: silentLog })
process.send?.('open')
process.once('message', async () => {
  await server.close()
  process.disconnect()
})
