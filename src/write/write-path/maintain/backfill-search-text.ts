// Signals written by an older version of the code have no search text, or one in another format. The backfill rewrites
// them, a few companies at a time and under their locks, while reads and writes continue. Every step commits its
// progress, so after an interruption, or when another node is already at work, a later run continues from there.

import { ADVISORY_LOCKS, type Database, type Transaction } from '../../../db/index.ts'
import { SEARCH_TEXT_VERSION } from '../../../query/index.ts'
import { lockCompanies } from '../store/company-queries.ts'
import {
  findCompaniesAfter,
  findCompaniesWithoutSearchText,
  readSearchTextState,
  type SearchTextState,
  writeSearchTextState,
} from '../store/search-text-queries.ts'
import { readSignals, updateSearchText } from '../store/signal-queries.ts'
import { runInSteps } from './run-in-steps.ts'

const COMPANIES_PER_STEP = 200

/** Returns how many companies were processed. */
export async function backfillSearchText(db: Database, signal?: AbortSignal): Promise<number> {
  return runInSteps(db, ADVISORY_LOCKS.backfillTexts, backfillNext, signal)
}

async function backfillNext(tx: Transaction): Promise<number> {
  const state = await readSearchTextState(tx)
  return state.version === SEARCH_TEXT_VERSION ? fillMissing(tx) : rewriteNext(tx, state)
}

async function fillMissing(tx: Transaction): Promise<number> {
  const ordinals = await findCompaniesWithoutSearchText(tx, COMPANIES_PER_STEP)
  await rewrite(tx, ordinals)
  return ordinals.length
}

/** The stored texts have another version: rewrites those of all companies, in the order of the ordinals. */
async function rewriteNext(tx: Transaction, { version, doneTo }: SearchTextState): Promise<number> {
  const ordinals = await findCompaniesAfter(tx, doneTo ?? -1, COMPANIES_PER_STEP)
  await rewrite(tx, ordinals)
  const last = ordinals.at(-1)
  await writeSearchTextState(
    tx,
    last === undefined ? { version: SEARCH_TEXT_VERSION, doneTo: null } : { version, doneTo: last },
  )
  return ordinals.length
}

async function rewrite(tx: Transaction, ordinals: readonly number[]): Promise<void> {
  if (ordinals.length === 0) return
  await lockCompanies(tx, ordinals)
  await updateSearchText(tx, await readSignals(tx, ordinals))
}
