import type { Static, TObject } from 'typebox'
import type { Budgets, Charged, ChargedAccount } from '../../account/budgets/index.ts'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import type { Caller, SearchCaches, SearchEngine } from '../../search/index.ts'
import type { DossierReplies } from '../dossiers/index.ts'
import type { SliceCache, SlicePages } from '../slices/index.ts'

/** The parts that the tools use, the same as those of the REST routes. */
export interface McpParts {
  readonly engine: SearchEngine
  readonly searchCaches: SearchCaches
  readonly dossiers: DossierReplies
  readonly slices: SliceCache
  readonly slicePages: SlicePages
  readonly budgets: Budgets
  readonly clock: DatabaseClock
  readonly read: Queryable
  readonly charge: Queryable
}

/** One call of a tool. */
export interface ToolCall {
  readonly account: ChargedAccount
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean
  /** Aborts when the client disconnects. */
  readonly gone: AbortSignal
  /** Called after each charge. */
  readonly onCharge: (charged: Charged) => void
  readonly parts: McpParts
}

/** Turns of searches are fair by team, and a search ends with its client. */
export function callerOf({ account, gone }: ToolCall): Caller {
  return { team: account.teamId, signal: gone }
}

/** The model sees `input` and `output`, so their descriptions are short. */
export interface Tool<Input extends TObject = TObject> {
  readonly name: string
  readonly title: string
  /** Its answer, and its price. */
  readonly description: string
  readonly input: Input
  readonly output: TObject
  /** Whether results have texts of third parties, such as names and job titles. */
  readonly hasOutsideText: boolean
  readonly run: (input: Static<Input>, call: ToolCall) => Promise<object>
}

/** Types the input of `run` by the tool's schema. */
export function tool<Input extends TObject>(definition: Tool<Input>): Tool {
  return definition as unknown as Tool
}
