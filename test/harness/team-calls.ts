import assert from 'node:assert/strict'
import type { Database } from '../../src/db/index.ts'
import type { SettingsRoute } from '../../src/settings-contract/index.ts'
import type { Browser } from './browser.ts'
import { rowsOfTeam, type TestTeam } from './settings.ts'

/**
 * What is called, by whom, and what the team's rows are before. The same for the next call if this one changed nothing:
 * making it takes several times as long as a call.
 */
export class TeamCalls<Targets> {
  readonly #db: Database
  readonly #team: TestTeam
  readonly #make: () => Promise<Targets>
  readonly #open: () => Promise<Browser>
  #kept: { readonly targets: Targets; readonly browser: Browser } | undefined
  #before: unknown

  constructor(db: Database, team: TestTeam, make: () => Promise<Targets>, open: () => Promise<Browser>) {
    this.#db = db
    this.#team = team
    this.#make = make
    this.#open = open
  }

  /** The rows are read only before a call that will be rejected. */
  async prepare(isRejected: boolean): Promise<{ readonly targets: Targets; readonly browser: Browser }> {
    this.#kept ??= { targets: await this.#make(), browser: await this.#open() }
    if (isRejected) this.#before ??= await rowsOfTeam(this.#db, this.#team.teamId)
    return this.#kept
  }

  /** The last call was accepted. A read may have been charged, and changes nothing else. */
  accepted({ method }: SettingsRoute): void {
    this.#before = undefined
    if (method !== 'GET') this.#kept = undefined
  }

  async assertUnchanged(name: string): Promise<void> {
    assert.ok(this.#before, 'the rows before the call')
    assert.deepEqual(await rowsOfTeam(this.#db, this.#team.teamId), this.#before, name)
  }
}
