// The session cookie. Over HTTPS its name starts with __Host-: browsers then guarantee that this host set it, over HTTPS,
// for all paths. Such a cookie must be Secure, and browsers reject Secure cookies from plain HTTP, so on loopback without
// TLS the cookie has another name. Anywhere else, plain HTTP gets no session.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../platform/config/network.ts'

const SECURE_NAME = '__Host-pro-signal-session'
const LOOPBACK_NAME = 'pro-signal-session'

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return cookieOf(request, SECURE_NAME) ?? (isPlainLoopback(request) ? cookieOf(request, LOOPBACK_NAME) : undefined)
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  const [name, secure] = isPlainLoopback(request) ? [LOOPBACK_NAME, ''] : [SECURE_NAME, '; Secure']
  reply.header('set-cookie', `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`)
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  setSessionCookie(request, reply, '', 0)
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined
  }
  return undefined
}

/** A proxy that terminates TLS may forward a loopback Host, but then the browser's Origin is https. */
function isPlainLoopback(request: FastifyRequest): boolean {
  if (request.protocol !== 'http' || request.headers.origin?.startsWith('https:')) return false
  return isLoopbackName(request.hostname)
}

/** Names that browsers treat as secure without TLS. */
export function isLoopbackName(name: string): boolean {
  return isLoopback(name.replace(/^\[(.*)\]$/, '$1')) || name.endsWith('.localhost')
}
