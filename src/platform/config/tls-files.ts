// The files of TLS_CERT_FILE and TLS_KEY_FILE.

import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { reasonOf } from '../app-error.ts'

export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

interface TlsSettings {
  readonly TLS_CERT_FILE: string | undefined
  readonly TLS_KEY_FILE: string | undefined
}

/** Adds to `problems` what is wrong with them. */
export function readTls(settings: TlsSettings, problems: string[]): TlsFiles | undefined {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = settings
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) {
    problems.push(
      `TLS_CERT_FILE and TLS_KEY_FILE belong together: set ${certFile ? 'TLS_KEY_FILE' : 'TLS_CERT_FILE'} too`,
    )
    return undefined
  }
  const read = (name: string, path: string, mark: RegExp) => {
    try {
      const text = readFileSync(path, 'utf8')
      if (!mark.test(text)) problems.push(`${name} must be a PEM file, and ${path} isn't one`)
      return text
    } catch (error) {
      problems.push(`${name} can't be read (${reasonOf(error)})`)
      return ''
    }
  }
  const before = problems.length
  const tls = {
    cert: read('TLS_CERT_FILE', certFile, /-----BEGIN CERTIFICATE-----/),
    key: read('TLS_KEY_FILE', keyFile, /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/),
  }
  try {
    if (problems.length === before) createSecureContext(tls)
  } catch (error) {
    problems.push(`TLS_CERT_FILE and TLS_KEY_FILE must be a certificate and its key (${reasonOf(error)})`)
  }
  return tls
}
