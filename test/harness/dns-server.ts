// A name server on loopback whose answers the test decides, query by query. It supports A, AAAA, TXT and MX.

import { createSocket } from 'node:dgram'
import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { dnsResolve, type Resolve } from '../../src/outbound/resolve.ts'
import { cleanup } from './cleanup.ts'

export interface DnsServer {
  /** For COLLECT_DNS. */
  readonly address: string
  /** The service's own resolver, using this server. */
  readonly resolve: Resolve
  /** Names in the order of their queries, without those for AAAA. */
  readonly queried: readonly string[]
}

/** What isn't given is empty: the name exists and has no such records. */
export interface DnsRecords {
  readonly addresses?: readonly string[]
  /** Each record's strings: a list for one of several. */
  readonly txt?: readonly (string | readonly string[])[]
  readonly mx?: readonly string[]
}

/**
 * `answer` returns the addresses of a name in both families or its records, undefined for NXDOMAIN, or 'silence' to send no
 * answer.
 */
export async function startDnsServer(
  answer: (name: string, times: number) => readonly string[] | DnsRecords | 'silence' | undefined,
  timeoutMs = 10_000,
): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const queried: string[] = []
  const current = new Map<string, ReturnType<typeof answer>>()
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    // A and AAAA queries come in pairs, A first. Both get the same answer.
    if (type !== AAAA) {
      current.set(name, answer(name, queried.filter((each) => each === name).length + 1))
      queried.push(name)
    }
    const found = current.get(name)
    if (found === 'silence') return
    const records = Array.isArray(found) ? { addresses: found as readonly string[] } : (found as DnsRecords | undefined)
    socket.send(reply(query.subarray(0, end), type, records), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const own = `127.0.0.1:${socket.address().port}`
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries: 1 })
  resolver.setServers([own])
  cleanup(() => {
    resolver.cancel()
    socket.close()
  })
  return { address: own, resolve: dnsResolve(resolver), queried }
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

const A = 1
const MX = 15
const TXT = 16
const AAAA = 28

function reply(question: Buffer, type: number, found: DnsRecords | undefined): Buffer {
  const records = found ? dataOf(type, found).map((data) => record(type, data)) : []
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (found === undefined ? 3 : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, question.subarray(12), ...records])
}

function dataOf(type: number, { addresses = [], txt = [], mx = [] }: DnsRecords): Buffer[] {
  if (type === A)
    return addresses.filter((each) => isIP(each) === 4).map((each) => Buffer.from(each.split('.').map(Number)))
  if (type === AAAA) return addresses.filter((each) => isIP(each) === 6).map(ipv6Bytes)
  if (type === TXT) return txt.map((strings) => Buffer.concat([strings].flat().map(characterString)))
  return type === MX ? mx.map((host) => Buffer.concat([Buffer.from([0, 10]), nameBytes(host)])) : []
}

/** A string of a TXT record: at most 255 bytes. */
function characterString(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function nameBytes(host: string): Buffer {
  const labels = host.split('.').filter((label) => label !== '')
  return Buffer.concat([...labels.map(characterString), Buffer.from([0])])
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 0xff])
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
