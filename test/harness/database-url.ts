import type { ClientConfig } from 'pg'

/** The URL of a connection. The folder of a Unix socket is encoded as the host. */
export function databaseUrl({ host, port, user, password, database }: ClientConfig): string {
  return `postgres://${user}:${password}@${encodeURIComponent(host ?? '')}:${port}/${database}`
}
