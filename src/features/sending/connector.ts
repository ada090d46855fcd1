// The guard at the moment of connecting. undici asks this connector for every connection it needs: the name is resolved,
// every address is judged, and the socket goes to the judged addresses themselves, so that a name server that changes its
// mind in between gains nothing. One bad address among good ones refuses them all: whoever mixes them is trying something.

import { connect as connectTcp, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { errorCode, reasonOf } from '../../platform/app-error.ts'
import { isLoopbackAddress, whyForbidden } from './addresses.ts'
import { SendFailure } from './failures.ts'
import type { Resolve } from './resolve.ts'

export interface ConnectorOptions {
  readonly allowLoopback: boolean
  readonly resolve: Resolve
  /** For the name, the connection and TLS together. */
  readonly connectTimeoutMs: number
  /** Certificates to trust instead of the system's. */
  readonly ca?: string | undefined
  /** How to give up each connection that is being made. */
  readonly connecting: Set<() => void>
}

/** Of a name with more addresses than this, all are judged and the first few are tried. */
const MOST_TRIED = 6
const ATTEMPT_TIMEOUT_MS = 750

/** One per origin: it remembers the origin's TLS session, so that later connections need a shorter handshake. */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  let session: Buffer | undefined
  return ({ hostname, port, protocol }, callback) => {
    let socket: Socket | undefined
    let settled = false
    const settle = (error: Error | null) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      options.connecting.delete(giveUp)
      if (error) socket?.destroy()
      if (error || !socket) callback(error ?? new Error('no socket'), null)
      else callback(null, socket)
    }
    const giveUp = () => settle(new SendFailure('aborted', 'The attempt was given up before it was connected.'))
    options.connecting.add(giveUp)
    const timer = setTimeout(() => {
      settle(new SendFailure('connect_timeout', `No connection within ${options.connectTimeoutMs / 1_000} s.`))
    }, options.connectTimeoutMs)

    const secure = protocol === 'https:'
    const open = (addresses: readonly string[]) => {
      if (settled) return
      const way = { ...wayTo(addresses), port: Number(port) || (secure ? 443 : 80), noDelay: true }
      socket = secure ? connectTls(tlsOptions(hostname, way, options.ca, session)) : connectTcp(way)
      socket.setKeepAlive(true, 60_000)
      if (secure)
        socket.on('session', (newer: Buffer) => {
          session = newer
        })
      socket.on('error', (error) => {
        if ((socket as Socket).bytesRead > 0) afterUse.add(error)
        settle(connectFailure(error))
      })
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        // What the socket is connected to is asked once more, of the socket: the guard does not depend on how it got there.
        const { remoteAddress = '' } = socket as Socket
        settle(refusalOf([remoteAddress], secure, options))
      })
    }
    const addressesOf = isIP(hostname) === 0 ? options.resolve(hostname) : Promise.resolve([hostname])
    addressesOf
      .then(
        async (addresses) => {
          const refusal = refusalOf(addresses, secure, options)
          if (refusal) return settle(refusal)
          // To make a connection costs ten times a request. What goes out in this turn on connections that were kept goes
          // first: whoever keeps none, by hanging or by bodies without end, does not hold up those who answer.
          await turn()
          open(addresses.slice(0, MOST_TRIED))
        },
        (error: unknown) => settle(dnsFailure(hostname, error)),
      )
      .catch((error: unknown) => settle(error instanceof Error ? error : new Error(String(error))))
  }
}

/** Plain HTTP goes to loopback only, whatever name it was given. */
function refusalOf(addresses: readonly string[], secure: boolean, options: ConnectorOptions): SendFailure | null {
  if (addresses.length === 0) return new SendFailure('dns', 'The name has no address.')
  for (const address of addresses) {
    const why = whyForbidden(address, options)
    // Without the address: where names of our own network lead is not for everyone to ask.
    if (why) return new SendFailure('forbidden_address', `The name leads to an address that is ${why}.`)
    if (!secure && !isLoopbackAddress(address)) {
      return new SendFailure('forbidden_address', 'Only loopback may do without TLS, and the name leads elsewhere.')
    }
  }
  return null
}

/** One address is connected to as it is; several are given to Node, which tries them in turn. */
function wayTo(addresses: readonly string[]): { host: string; lookup?: LookupFunction } & Partial<TcpNetConnectOpts> {
  const [first = '', ...others] = addresses
  if (others.length === 0) return { host: first }
  const checked = addresses.map((address) => ({ address, family: isIP(address) }))
  return {
    host: 'checked.invalid',
    lookup: (_hostname, _options, callback) => callback(null, checked),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
  }
}

/** Verified always, whatever NODE_TLS_REJECT_UNAUTHORIZED says, and by the name in the URL. */
function tlsOptions(hostname: string, way: object, ca: string | undefined, session: Buffer | undefined) {
  const options: ConnectionOptions = { ...way, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] }
  if (isIP(hostname) === 0) options.servername = hostname
  if (ca !== undefined) options.ca = ca
  if (session) options.session = session
  return options
}

/**
 * Errors of connections on which something had been read. Where the response of the request at hand has not begun, that
 * was an earlier one: the connection was kept alive, and the other side had left it.
 */
const afterUse = new WeakSet<Error>()

export function isAfterUse(error: Error): boolean {
  return afterUse.has(error)
}

function dnsFailure(hostname: string, error: unknown): SendFailure {
  const code = errorCode(error)
  const missing = code === 'ENOTFOUND' || code === 'ENODATA'
  const message = missing
    ? `DNS knows no address of ${hostname}.`
    : `DNS gave no answer for ${hostname} (${code ?? reasonOf(error)}).`
  return new SendFailure('dns', message, error)
}

function connectFailure(error: Error): Error {
  const code = errorCode(error) ?? ''
  if (code === 'ECONNREFUSED') return new SendFailure('refused', 'The connection was refused.', error)
  if (code === 'ETIMEDOUT')
    return new SendFailure('connect_timeout', 'The server did not answer the connection.', error)
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return new SendFailure('reset', 'The connection was closed while it was being made.', error)
  }
  if (/^E(HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL|HOSTDOWN|NETDOWN)$/.test(code)) {
    return new SendFailure('unreachable', `The server cannot be reached (${code}).`, error)
  }
  // What the machine itself ran out of, such as files or ports, is no fault of the receiver.
  if (/^E[A-Z0-9]+$/.test(code)) return new SendFailure('failed', `No connection could be made (${code}).`, error)
  return new SendFailure('tls', tlsWords(code, error), error)
}

function tlsWords(code: string, error: Error): string {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'TLS failed: the certificate is signed by itself.'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'TLS failed: the certificate is issued for another host name.'
    case 'CERT_HAS_EXPIRED':
      return 'TLS failed: the certificate has expired.'
    case 'CERT_NOT_YET_VALID':
      return 'TLS failed: the certificate is not valid yet.'
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'TLS failed: the certificate cannot be traced to a known authority.'
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return 'TLS failed: the server does not speak TLS on this port.'
  }
  return `TLS failed (${code || reasonOf(error).slice(0, 100)}).`
}
