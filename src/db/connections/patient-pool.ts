import pg from 'pg'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: pg.PoolClient['release']) => void

/**
 * The driver makes a caller wait for the connection that it opens for that caller. On a busy machine, where a server
 * process takes seconds to start, the caller would fail although others returned theirs long ago. Here it takes one of
 * those.
 */
export class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = super.connect().catch((error: unknown) => {
      if (this.ending || this.idleCount === 0) throw error
      return super.connect()
    })
    if (!callback) return connected
    // Also called by `query`.
    connected.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }
}
