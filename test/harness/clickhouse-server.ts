// ClickHouse servers for the tests of one file.

import { cleanup } from './cleanup.ts'
import { type ClickHouseServer, clickHouseServer, type Ports } from './clickhouse-process.ts'
import { temporaryFolder } from './folders.ts'
import { freePort } from './free-port.ts'

export { addressOf, CLUSTER, type ClickHouseServer, noClickHouse } from './clickhouse-process.ts'

/** With several servers, each is a shard of one cluster. */
export async function startClickHouse(count = 1): Promise<ClickHouseServer[]> {
  const ports: Ports[] = []
  for (let i = 0; i < count; i++) ports.push({ http: await freePort(), tcp: await freePort() })
  const servers = ports.map((own) => clickHouseServer(temporaryFolder(), own, ports))
  cleanup(() => Promise.all(servers.map((server) => server.kill())))
  await Promise.all(servers.map((server) => server.start()))
  return servers
}
