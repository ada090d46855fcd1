// The settings of every session that we open, so that a client that hangs or vanishes doesn't hold its locks forever.
//
// - idle_in_transaction_session_timeout: a process stopped inside a transaction still acknowledges packets, so only the
//   server's own clock can end it. Statements have their own timeouts (pools.ts).
// - tcp_user_timeout and keepalives: a host that vanished acknowledges nothing. The server notices within a minute.
//   PostgreSQL ignores them on a Unix socket, and logs but doesn't reject what its platform can't do.

import type pg from 'pg'

type Settings = Readonly<Record<string, string | number>>

const NETWORK_SETTINGS: Settings = {
  tcp_user_timeout: 60_000,
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
}

export function sessionSettings(idleTransactionSeconds: number): Settings {
  return { idle_in_transaction_session_timeout: idleTransactionSeconds * 1_000, ...NETWORK_SETTINGS }
}

/** Adds settings to a connection. Options that the connection or its URL already has come last and win. */
export function withSettings(connection: pg.ClientConfig, settings: Settings): pg.ClientConfig {
  const ours = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const join = (given: string | null | undefined) => (given ? `${ours} ${given}` : ours)
  const { connectionString } = connection
  const url = connectionString === undefined ? null : URL.parse(connectionString)
  const given = url?.searchParams.get('options')
  // The driver prefers the URL.
  if (!url || !given) return { ...connection, options: join(connection.options) }
  url.searchParams.set('options', join(given))
  return { ...connection, connectionString: url.toString() }
}
