import assert from 'node:assert/strict'
import type { Database } from '../../src/db/index.ts'
import type { Browser } from './browser.ts'
import { rowsOfTeam, type TestTeam } from './settings.ts'

/** What is called, by whom, and what the team's rows are before. The same for the next call if this one changed nothing. */
export class TeamCalls<Targets> {
  readonly #db: Database
  readonly #team: TestTeam
  readonly #make: () => Promise<Targets>
  readonly #open: () => Promise<Browser>
  #kept: { readonly targets: Targets; readonly browser: Browser; readonly before: unknown } | undefined

  constructor(db: Database, team: TestTeam, make: () => Promise<Targets>, open: () => Promise<Browser>) {
    this.#db = db
    this.#team = team
    this.#make = make
    this.#open = open
  }

  async prepare(): Promise<{ readonly targets: Targets; readonly browser: Browser }> {
    if (this.#kept) return this.#kept
    const targets = await this.#make()
    const browser = await this.#open()
    this.#kept = { targets, browser, before: await rowsOfTeam(this.#db, this.#team.teamId) }
    return this.#kept
  }

  /** The last call may have changed something. */
  renew(): void {
    this.#kept = undefined
  }

  async assertUnchanged(name: string): Promise<void> {
    assert.deepEqual(await rowsOfTeam(this.#db, this.#team.teamId), this.#kept?.before, name)
  }
}
