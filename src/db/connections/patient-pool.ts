import pg from 'pg'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: pg.PoolClient['release']) => void

/**
 * The driver binds the caller for whom it opens a connection to that connection: on a busy machine, where a server process takes
 * seconds to start, the caller fails although others have given theirs back long ago. Such a caller takes one of those.
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
