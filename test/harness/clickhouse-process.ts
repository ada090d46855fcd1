// Runs real ClickHouse servers on loopback, each with a folder of its own. For tests and benchmarks.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const executable = ['/usr/bin/clickhouse-server', '/usr/sbin/clickhouse-server'].find(existsSync)
const program = process.env.CLICKHOUSE_SERVER ?? executable ?? '/usr/bin/clickhouse-server'

/** For a test's `skip` option: why the test can't run, or false if there is a ClickHouse server. */
export const noClickHouse: string | false = existsSync(program)
  ? false
  : `There is no ClickHouse server at ${program}. Install clickhouse-server, or set CLICKHOUSE_SERVER to its path.`

export const CLUSTER = 'two_shards'

export interface ClickHouseServer {
  readonly url: string
  readonly folder: string
  start(): Promise<void>
  /** As kill -9 does. */
  kill(): Promise<void>
}

export interface Ports {
  readonly http: number
  readonly tcp: number
}

/** With several servers, each is a shard of one cluster. */
export function clickHouseServer(folder: string, own: Ports, all: readonly Ports[]): ClickHouseServer {
  const url = `http://127.0.0.1:${own.http}`
  let child: ChildProcess | undefined
  async function kill(): Promise<void> {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }
  return {
    url,
    folder,
    async start() {
      mkdirSync(join(folder, 'data'), { recursive: true })
      writeFileSync(join(folder, 'config.xml'), configOf(folder, own, all))
      writeFileSync(join(folder, 'users.xml'), USERS)
      let errors = ''
      const spawned = () => {
        const started = spawn(program, [`--config-file=${join(folder, 'config.xml')}`], {
          stdio: ['ignore', 'ignore', 'pipe'],
          cwd: folder,
        })
        started.stderr.on('data', (text) => {
          errors = `${errors}${text}`.slice(-2_000)
        })
        return started
      }
      let current = spawned()
      let startsLeft = 2
      child = current
      for (let i = 0; i < 300; i++) {
        const answer = await fetch(`${url}/ping`).catch(() => undefined)
        if (answer?.ok) return
        if (current.exitCode !== null || current.signalCode !== null) {
          // Another process that looks for a free port listens on each for a moment.
          if (startsLeft-- === 0) break
          current = spawned()
          child = current
        }
        await sleep(50)
      }
      throw new Error(`the ClickHouse server ${program} doesn't answer: ${errors}`)
    },
    kill,
  }
}

function configOf(folder: string, own: Ports, all: readonly Ports[]): string {
  const data = join(folder, 'data')
  const shards = all.map(({ tcp }) => `<shard><replica><host>127.0.0.1</host><port>${tcp}</port></replica></shard>`)
  return `<yandex>
    <logger><level>none</level><console>0</console></logger>
    <http_port>${own.http}</http_port><tcp_port>${own.tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
    <path>${data}/</path><tmp_path>${data}/tmp/</tmp_path><user_files_path>${data}/user_files/</user_files_path>
    <format_schema_path>${data}/format_schemas/</format_schema_path>
    <mark_cache_size>67108864</mark_cache_size><uncompressed_cache_size>0</uncompressed_cache_size>
    <users_config>${join(folder, 'users.xml')}</users_config>
    <default_profile>default</default_profile><default_database>default</default_database><timezone>UTC</timezone>
    <remote_servers><${CLUSTER}>${shards.join('')}</${CLUSTER}></remote_servers>
  </yandex>`
}

const USERS = `<yandex><profiles><default></default></profiles><quotas><default></default></quotas>
  <users><default><password>p&apos;ss</password><networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota></default></users></yandex>`

/** The value of CLICKHOUSE_URL for these servers. */
export function addressOf(servers: readonly ClickHouseServer[]): string {
  return servers.map(({ url }) => url.replace('http://', `http://default:${encodeURIComponent("p'ss")}@`)).join(',')
}
