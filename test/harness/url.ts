import type { ClientConfig } from 'pg'

/** A connection as a URL; a socket's folder stands encoded where the host would. */
export function databaseUrl({ host, port, user, password, database }: ClientConfig): string {
  return `postgres://${user}:${password}@${encodeURIComponent(host ?? '')}:${port}/${database}`
}
