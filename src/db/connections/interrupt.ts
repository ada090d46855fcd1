import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const CANCEL_MS = 1_500

/**
 * Ends what is running on these connections. The server doesn't notice a broken connection while it waits for a lock,
 * so the statements are cancelled first, unless a pooler hides the server's process ids. Cancelling is tried only
 * briefly, because the database may not answer.
 */
export async function interruptClients(
  clients: readonly pg.PoolClient[],
  connectDirect: (() => Promise<pg.Client>) | undefined,
): Promise<void> {
  if (connectDirect) await Promise.race([cancel(clients, connectDirect), sleep(CANCEL_MS, undefined, { ref: false })])
  for (const client of clients) streamOf(client)?.destroy()
}

async function cancel(clients: readonly pg.PoolClient[], connectDirect: () => Promise<pg.Client>): Promise<void> {
  try {
    const direct = await connectDirect()
    try {
      const processes = clients.flatMap((client) => processIdOf(client) ?? [])
      await direct.query('select pg_cancel_backend(pid) from unnest($1::int[]) pid', [processes])
    } finally {
      await direct.end()
    }
  } catch {
    // The connections are broken either way.
  }
}

// The driver has these, but its types don't declare them.
function processIdOf(client: pg.PoolClient): number | undefined {
  return (client as unknown as { processID?: number | null }).processID ?? undefined
}

function streamOf(client: pg.PoolClient): { destroy(): void } | undefined {
  return (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream
}
