// Signals that an older version of the code wrote have no text for search, or one of another form. They get theirs here,
// a few companies at a time under their locks, while everything else goes on. Every step commits its progress: whoever
// is interrupted, or finds another node at work, goes on later from there.

import { ADVISORY_LOCKS, type Database, one, type Transaction } from '../../db/index.ts'
import { SEARCH_TEXT_VERSION } from '../query/index.ts'
import {
  findCompaniesAfter,
  findCompaniesWithoutText,
  lockCompanies,
  readSignals,
  type TextsState,
  updateTexts,
  writeTextsState,
} from './queries.ts'

const AT_A_TIME = 200

/** Returns how many companies were looked at. Of several nodes that begin at once, one does the work. */
export async function refillTexts(db: Database, signal?: AbortSignal): Promise<number> {
  let done = 0
  while (!signal?.aborted) {
    const count = await db.transaction('ingest', refillSome)
    if (count === 0) break
    done += count
  }
  return done
}

async function refillSome(tx: Transaction): Promise<number> {
  const { mine } = await one<{ mine: boolean }>(tx, 'select pg_try_advisory_xact_lock($1) as mine', [
    ADVISORY_LOCKS.backfillTexts,
  ])
  if (!mine) return 0
  const state = await one<TextsState & { [key: string]: unknown }>(
    tx,
    `select version, done_to as "doneTo" from search_texts for update`,
  )
  return state.version === SEARCH_TEXT_VERSION ? fillEmpty(tx) : rewriteNext(tx, state)
}

async function fillEmpty(tx: Transaction): Promise<number> {
  const ordinals = await findCompaniesWithoutText(tx, AT_A_TIME)
  await rewrite(tx, ordinals)
  return ordinals.length
}

/** Texts of another version: all companies, in the order of their ordinals. */
async function rewriteNext(tx: Transaction, { version, doneTo }: TextsState): Promise<number> {
  const ordinals = await findCompaniesAfter(tx, doneTo ?? -1, AT_A_TIME)
  await rewrite(tx, ordinals)
  const last = ordinals.at(-1)
  await writeTextsState(
    tx,
    last === undefined ? { version: SEARCH_TEXT_VERSION, doneTo: null } : { version, doneTo: last },
  )
  return ordinals.length
}

async function rewrite(tx: Transaction, ordinals: readonly number[]): Promise<void> {
  if (ordinals.length === 0) return
  await lockCompanies(tx, ordinals)
  await updateTexts(tx, await readSignals(tx, ordinals))
}
