// `npm test`: sets up the clone, then runs test/suite.ts on the pinned Node. Arguments select test files.

import { fileURLToPath } from 'node:url'
import { prepare, runOn } from '../bin/setup.js'

await runOn(await prepare({ dev: true }), fileURLToPath(new URL('./suite.ts', import.meta.url)), process.argv.slice(2))
