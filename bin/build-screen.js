// `npm run build:screen`, and the first step of `npm start`: builds the settings screen if its sources have changed. It
// runs on the machine's Node and continues in screen.ts on the pinned one.

import { fileURLToPath } from 'node:url'
import { prepare, runOn } from './setup.js'

await runOn(await prepare(), fileURLToPath(new URL('./screen.ts', import.meta.url)), process.argv.slice(2))
