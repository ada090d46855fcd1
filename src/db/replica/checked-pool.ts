import type pg from 'pg'
import { PatientPool } from '../connections/patient-pool.ts'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: pg.PoolClient['release']) => void

/** A pool that hands out a connection only after a check on this connection. One that fails it goes back to the pool. */
export class CheckedPool extends PatientPool {
  readonly #check: (client: pg.PoolClient) => Promise<void>
  /** Whether the connection can be used again after this error of the check. */
  readonly #isHarmless: (error: unknown) => boolean

  constructor(
    config: pg.PoolConfig,
    check: (client: pg.PoolClient) => Promise<void>,
    isHarmless: (error: unknown) => boolean,
  ) {
    super(config)
    this.#check = check
    this.#isHarmless = isHarmless
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = super.connect().then(async (client) => {
      try {
        await this.#check(client)
        return client
      } catch (error) {
        client.release(this.#isHarmless(error) ? undefined : true)
        throw error
      }
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
