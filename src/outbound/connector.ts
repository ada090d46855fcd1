// The SSRF guard, applied when a connection is made. undici calls this connector for every connection. It resolves the
// name, checks every address and connects to the checked addresses themselves, so DNS rebinding has no effect. A single
// forbidden address rejects all of them, because a mix indicates an attack.

import { connect as connectTcp, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { errorCode, reasonOf } from '../platform/app-error.ts'
import { isLoopbackAddress, whyForbidden } from './addresses.ts'
import { SendFailure } from './failures.ts'
import type { Resolve } from './resolve.ts'

export interface ConnectorOptions {
  readonly allowLoopback: boolean
  readonly resolve: Resolve
  /** For DNS, TCP and TLS together. */
  readonly connectTimeoutMs: number
  /** Certificates to trust instead of the system's. */
  readonly ca?: string | undefined
  /** Aborts each connection being made. */
  readonly connecting: Set<() => void>
}

/** All addresses of a name are checked, and at most this many are tried. */
const MAX_ADDRESSES_TRIED = 6
const ATTEMPT_TIMEOUT_MS = 750

/** One per origin. It caches the origin's TLS session, so that later connections have a shorter handshake. */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  let session: Buffer | undefined
  return ({ hostname, port, protocol }, callback) => {
    let socket: Socket | undefined
    let settled = false
    const settle = (error: Error | null) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      options.connecting.delete(abort)
      if (error) socket?.destroy()
      if (error || !socket) callback(error ?? new Error('no socket'), null)
      else callback(null, socket)
    }
    const abort = () => settle(new SendFailure('aborted', 'The attempt was aborted before it was connected.'))
    options.connecting.add(abort)
    const timer = setTimeout(() => {
      settle(new SendFailure('connect_timeout', `No connection within ${options.connectTimeoutMs / 1_000} s.`))
    }, options.connectTimeoutMs)

    const secure = protocol === 'https:'
    const open = (addresses: readonly string[]) => {
      if (settled) return
      const tcp = { ...tcpOptions(addresses), port: Number(port) || (secure ? 443 : 80), noDelay: true }
      socket = secure ? connectTls(tlsOptions(hostname, tcp, options.ca, session)) : connectTcp(tcp)
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
        // The address is checked again on the socket itself: the guard doesn't depend on how the socket was connected.
        const { remoteAddress = '' } = socket as Socket
        settle(rejectionOf([remoteAddress], secure, options))
      })
    }
    const addressesOf = isIP(hostname) === 0 ? options.resolve(hostname) : Promise.resolve([hostname])
    addressesOf
      .then(
        async (addresses) => {
          const rejection = rejectionOf(addresses, secure, options)
          if (rejection) return settle(rejection)
          // A new connection costs ten times as much as a request. Requests on open connections in this iteration go
          // first, so endpoints that need a new connection each time, because they hang or send endless bodies, don't
          // delay those that respond.
          await nextIteration()
          open(addresses.slice(0, MAX_ADDRESSES_TRIED))
        },
        (error: unknown) => settle(dnsFailure(hostname, error)),
      )
      .catch((error: unknown) => settle(error instanceof Error ? error : new Error(String(error))))
  }
}

/** Plain HTTP goes to loopback only, whatever the host name. */
function rejectionOf(addresses: readonly string[], secure: boolean, options: ConnectorOptions): SendFailure | null {
  if (addresses.length === 0) return new SendFailure('dns', 'The host name has no address.')
  for (const address of addresses) {
    const why = whyForbidden(address, options)
    // The message has no address, so that it doesn't reveal what names in our network resolve to.
    if (why) return new SendFailure('forbidden_address', `The host name resolves to an address that is ${why}.`)
    if (!secure && !isLoopbackAddress(address)) {
      return new SendFailure(
        'forbidden_address',
        'Only loopback is allowed without TLS, and the host name resolves to another address.',
      )
    }
  }
  return null
}

/** One address is used directly. With several, Node tries them one after the other. */
function tcpOptions(
  addresses: readonly string[],
): { host: string; lookup?: LookupFunction } & Partial<TcpNetConnectOpts> {
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

/** Always verifies the certificate against the host name in the URL, regardless of NODE_TLS_REJECT_UNAUTHORIZED. */
function tlsOptions(hostname: string, tcp: object, ca: string | undefined, session: Buffer | undefined) {
  const options: ConnectionOptions = { ...tcp, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] }
  if (isIP(hostname) === 0) options.servername = hostname
  if (ca !== undefined) options.ca = ca
  if (session) options.session = session
  return options
}

/**
 * Errors of connections on which something had been read. If the response of the current request hasn't started, those
 * bytes belong to an earlier one: it was a keep-alive connection that the other side had closed.
 */
const afterUse = new WeakSet<Error>()

export function isAfterUse(error: Error): boolean {
  // undici's errors say what was read.
  return afterUse.has(error) || ((error as { socket?: { bytesRead?: number } }).socket?.bytesRead ?? 0) > 0
}

function dnsFailure(hostname: string, error: unknown): SendFailure {
  const code = errorCode(error)
  const missing = code === 'ENOTFOUND' || code === 'ENODATA'
  const message = missing
    ? `DNS has no address for ${hostname}.`
    : `The DNS lookup of ${hostname} failed (${code ?? reasonOf(error)}).`
  return new SendFailure('dns', message, error)
}

function connectFailure(error: Error): Error {
  const code = errorCode(error) ?? ''
  if (code === 'ECONNREFUSED') return new SendFailure('refused', 'The connection was refused.', error)
  if (code === 'ETIMEDOUT') return new SendFailure('connect_timeout', 'The connection timed out.', error)
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return new SendFailure('reset', 'The server closed the connection while it was being established.', error)
  }
  if (/^E(HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL|HOSTDOWN|NETDOWN)$/.test(code)) {
    return new SendFailure('unreachable', `The server cannot be reached (${code}).`, error)
  }
  // A shortage on this machine, such as file descriptors or ports, isn't the receiver's error.
  if (/^E[A-Z0-9]+$/.test(code)) return new SendFailure('failed', `No connection could be made (${code}).`, error)
  return new SendFailure('tls', tlsMessage(code, error), error)
}

function tlsMessage(code: string, error: Error): string {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'TLS failed: the certificate is self-signed.'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'TLS failed: the certificate is issued for another host name.'
    case 'CERT_HAS_EXPIRED':
      return 'TLS failed: the certificate has expired.'
    case 'CERT_NOT_YET_VALID':
      return 'TLS failed: the certificate is not valid yet.'
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'TLS failed: the certificate is not signed by a known certificate authority, or its chain is incomplete.'
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return 'TLS failed: the server does not speak TLS on this port.'
  }
  return `TLS failed (${code || reasonOf(error).slice(0, 100)}).`
}
