import { hash } from 'node:crypto'

/**
 * The id is computed from the identity, so the same fact always has the same id: after re-imports and restores, on other
 * machines, and without a lookup in the database.
 */
export function signalId(source: string, key: string): string {
  return uuidOf('signal', source, key)
}

/** Faster, for UuidArray.pushId: what the id is made of. */
export function signalIdBytes(source: string, key: string): string {
  return hash('sha256', textOf('signal', source, key), 'binary')
}

export function companyId(domain: string): string {
  return uuidOf('company', domain)
}

/** A version 8 UUID, which RFC 9562 leaves to applications: 122 bits of SHA-256 over the parts, joined by zero bytes. */
function uuidOf(...parts: readonly string[]): string {
  const hex = hash('sha256', textOf(...parts), 'hex')
  const variant = VARIANT[Number.parseInt(hex.charAt(16), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function textOf(...parts: readonly string[]): string {
  return parts.join('\0')
}

const VARIANT = ['8', '9', 'a', 'b'] as const
