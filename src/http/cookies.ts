// The cookies of the session and of a sign-in that has started. Over HTTPS their names start with __Host-: browsers then
// guarantee that this host set them, over HTTPS, for all paths. Such a cookie must be Secure, and browsers reject Secure
// cookies from plain HTTP, so on loopback without TLS they have other names. Anywhere else, plain HTTP gets no session.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../platform/config/network.ts'

const SESSION = 'pro-signal-session'
const SIGN_ON = 'pro-signal-sign-on'

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, SESSION)
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  setCookie(request, reply, `${SESSION}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`)
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  setSessionCookie(request, reply, '', 0)
}

/** Ties an answer of the provider to the browser that asked. Only our own page sends it. */
export function readSignOnCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, SIGN_ON)
}

export function setSignOnCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  setCookie(request, reply, `${SIGN_ON}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`)
}

function readCookie(request: FastifyRequest, name: string): string | undefined {
  return cookieOf(request, `__Host-${name}`) ?? (isPlainLoopback(request) ? cookieOf(request, name) : undefined)
}

function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: string): void {
  reply.header('set-cookie', isPlainLoopback(request) ? cookie : `__Host-${cookie}; Secure`)
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
