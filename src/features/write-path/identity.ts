import { hash } from 'node:crypto'

/**
 * The id is computed from the identity, so the same fact always has the same id: after re-imports and restores, on other
 * machines, and without a lookup in the database.
 */
export function signalId(source: string, key: string): string {
  return uuidOf('signal', source, key)
}

export function companyId(domain: string): string {
  return uuidOf('company', domain)
}

/** What the id of a signal is made from, in hexadecimal: see writeIdOf. */
export function signalHash(source: string, key: string): string {
  return hashOf('signal', source, key)
}

/** The 16 bytes of the id that is made from a hash in hexadecimal. */
export function writeIdOf(hex: string, bytes: Buffer, at: number): void {
  bytes.write(hex, at, 16, 'hex')
  bytes.writeUInt8((bytes.readUInt8(at + 6) & 0x0f) | 0x80, at + 6)
  bytes.writeUInt8((bytes.readUInt8(at + 8) & 0x3f) | 0x80, at + 8)
}

/** A version 8 UUID, which RFC 9562 leaves to applications: 122 bits of SHA-256 over the parts, joined by zero bytes. */
function uuidOf(...parts: readonly string[]): string {
  const hex = hashOf(...parts)
  const variant = VARIANT[Number.parseInt(hex.charAt(16), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function hashOf(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\0'), 'hex')
}

const VARIANT = ['8', '9', 'a', 'b'] as const
