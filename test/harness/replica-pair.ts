import { spawn } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openFolder, PROGRAM_ENV, SUPERUSER } from '../../src/db/embedded/folder.ts'
import { folderWithDatabase } from './data-folder.ts'
import { freePort } from './free-port.ts'

export interface ReplicaPair {
  readonly primaryUrl: string
  readonly replicaUrl: string
}

/**
 * Two servers on loopback, the second one a streaming replica of the first. Both folders are copies of one that initdb made,
 * which is a base backup of a server that was never started. They are stopped with the folders.
 */
export async function startReplicaPair(): Promise<ReplicaPair> {
  const primaryPort = await freePort()
  const replicaPort = await freePort()
  const [primary, replica] = [folderWithDatabase(), folderWithDatabase()]
  const { password } = openFolder(primary)
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=${SUPERUSER} password=${password}`
  writeFileSync(join(replica, 'postgres/standby.signal'), '')
  const urlOf = (port: number, database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
  await startServer(primary, primaryPort, urlOf(primaryPort, 'postgres'))
  await startServer(replica, replicaPort, urlOf(replicaPort, 'postgres'), { primary_conninfo: conninfo })
  const admin = new pg.Client({ connectionString: urlOf(primaryPort, 'postgres') })
  await admin.connect()
  await admin.query('create database pro_signal')
  await admin.end()
  return { primaryUrl: urlOf(primaryPort, 'pro_signal'), replicaUrl: urlOf(replicaPort, 'pro_signal') }
}

async function startServer(
  dataDir: string,
  port: number,
  url: string,
  own: Record<string, string> = {},
): Promise<void> {
  const { path, reachedAs, binaries, runAs } = openFolder(dataDir)
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '32MB',
    fsync: 'off',
    timezone: 'UTC',
    ...own,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(join(dataDir, 'postgres.log'), 'a')
  const server = spawn(binaries.postgres, ['-D', reachedAs, ...args], {
    ...runAs.ids,
    cwd: path,
    env: PROGRAM_ENV,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  server.unref()
  for (const deadline = Date.now() + 60_000; ; await sleep(30)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > deadline || server.exitCode !== null) throw error
    }
  }
}
