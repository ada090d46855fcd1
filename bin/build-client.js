// `npm run build:client`: builds the client package from client/src to client/dist. It runs on the machine's Node and
// continues in client.ts on the pinned one.

import { fileURLToPath } from 'node:url'
import { prepare, runOn } from './setup.js'

await runOn(await prepare({ dev: true }), fileURLToPath(new URL('./client.ts', import.meta.url)), ['--build'])
