// Feeds ClickHouse until it is killed. Its settings are in the environment.

import { openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { Servers, startFeeding } from '../../src/search/index.ts'
import { silentLog } from './log.ts'

const config = loadConfig(process.env)
const db = await openDatabase({ config, log: silentLog })
startFeeding(new Servers(config), db, silentLog)
process.stdout.write('feeding\n')
