// The conformance suite on real servers. SEARCH_CASES=4000 is the soak (npm run soak:clickhouse).

import { test } from 'node:test'
import { openClickHouse } from '../../../test/harness/clickhouse-engine.ts'
import { noClickHouse, startClickHouse } from '../../../test/harness/clickhouse-server.ts'
import { assertConforming, WORLD_CASES } from '../../../test/harness/engine-conformance.ts'
import { PROPERTY_SEED } from '../../../test/harness/fast-check.ts'

const CASES = Number(process.env.SEARCH_CASES ?? 32)

for (const count of [1, 2]) {
  for (let seed = PROPERTY_SEED; seed < PROPERTY_SEED + CASES / WORLD_CASES; seed++) {
    const name = `${count} ${count === 1 ? 'server' : 'servers'} of ClickHouse`
    test(`${name} conform (seed ${seed})`, { skip: noClickHouse }, async () => {
      const servers = await startClickHouse(count)
      const open = async (db: Parameters<typeof openClickHouse>[1]) => ({ [name]: openClickHouse(servers, db) })
      await assertConforming(open, seed, Math.min(CASES, WORLD_CASES))
    })
  }
}
