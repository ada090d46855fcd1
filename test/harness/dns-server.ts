// A name server on loopback whose answers the test decides, query by query. It supports A and AAAA only.

import { createSocket } from 'node:dgram'
import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { dnsResolve, type Resolve } from '../../src/features/sending/resolve.ts'
import { cleanup } from './cleanup.ts'

export interface DnsServer {
  /** The service's own resolver, using this server. */
  readonly resolve: Resolve
  /** Names in the order of their A queries. */
  readonly queried: readonly string[]
}

/**
 * `answer` returns the addresses of a name in both families, undefined for NXDOMAIN, or 'silence' to send no answer.
 */
export async function startDnsServer(
  answer: (name: string, times: number) => readonly string[] | 'silence' | undefined,
  timeoutMs = 10_000,
): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const queried: string[] = []
  const current = new Map<string, ReturnType<typeof answer>>()
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    // A and AAAA queries come in pairs, A first. Both get the same answer.
    if (type === 1) {
      current.set(name, answer(name, queried.filter((each) => each === name).length + 1))
      queried.push(name)
    }
    const addresses = current.get(name)
    if (addresses !== 'silence') socket.send(reply(query.subarray(0, end), type, addresses), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  cleanup(() => {
    resolver.cancel()
    socket.close()
  })
  return { resolve: dnsResolve(resolver), queried }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function reply(question: Buffer, type: number, addresses: readonly string[] | undefined): Buffer {
  const family = type === 1 ? 4 : 6
  const records = (addresses ?? [])
    .filter((address) => isIP(address) === family)
    .map((address) => record(type, address))
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (addresses === undefined ? 3 : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, question.subarray(12), ...records])
}

function record(type: number, address: string): Buffer {
  const data = type === 1 ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

function ipv6Bytes(address: string): Buffer {
  const [left = '', right] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [head, tail] = [groups(left), groups(right ?? '')]
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return Buffer.from(
    [...head, ...(right === undefined ? [] : zeros), ...tail].map((g) => g.padStart(4, '0')).join(''),
    'hex',
  )
}
