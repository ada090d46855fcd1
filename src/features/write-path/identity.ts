import { hash } from 'node:crypto'

/**
 * The id of a signal is made from its identity, so that the same fact has the same id for ever: through re-imports,
 * restores and on other machines, and without asking the database whether it is known.
 */
export function signalId(source: string, key: string): string {
  return uuidOf('signal', source, key)
}

export function companyId(domain: string): string {
  return uuidOf('company', domain)
}

/** RFC 9562 leaves version 8 to us: 122 bits of SHA-256 over the parts, which a zero byte keeps apart. */
function uuidOf(...parts: readonly string[]): string {
  const hex = hash('sha256', parts.join('\0'), 'hex')
  const variant = VARIANT[Number.parseInt(hex.charAt(16), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const VARIANT = ['8', '9', 'a', 'b'] as const
