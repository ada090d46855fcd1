// `npm run build:screen`, and the first step of `npm start`: builds the settings screen where its sources have changed.
// It runs on whatever Node the machine has and goes on in screen.ts on the pinned one.

import { fileURLToPath } from 'node:url'
import { hand, prepare } from './setup.js'

await hand(await prepare(), fileURLToPath(new URL('./screen.ts', import.meta.url)), process.argv.slice(2))
