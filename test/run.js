// `npm test`: makes the clone ready, then runs test/suite.ts on the pinned Node. Arguments choose test files.

import { fileURLToPath } from 'node:url'
import { hand, prepare } from '../bin/setup.js'

await hand(await prepare({ dev: true }), fileURLToPath(new URL('./suite.ts', import.meta.url)), process.argv.slice(2))
