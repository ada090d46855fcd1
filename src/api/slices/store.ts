// The slices in effect: the shipped ones, and those that an operator applied, which override a shipped slice with the
// same slug. Only changes are stored. An unchanged shipped slice has no row, so an upgrade takes effect. Applying a
// slice exactly as shipped reverts a change.

import { isDeepStrictEqual } from 'node:util'
import { recordInstallationAudit } from '../../account/audit/index.ts'
import type { Queryable, Transaction } from '../../db/index.ts'
import { readSlices, type Slice } from './definition/definition.ts'
import type { SliceProblem } from './definition/problems.ts'
import { type AppliedSlice, deleteSlices, lockSlices, selectAppliedSlices, upsertSlices } from './queries.ts'
import { shippedSlices } from './shipped.ts'

export interface ListedSlice extends Slice {
  readonly origin: 'shipped' | 'applied'
  /** Null for a shipped slice. */
  readonly appliedAt: Date | null
}

/** A stored definition that this version can't read. The shipped slice with the same slug, if any, is used instead. */
export interface BrokenSlice {
  readonly slug: string
  readonly problems: readonly SliceProblem[]
}

interface Slices {
  /** Sorted by slug. */
  readonly slices: readonly ListedSlice[]
  readonly broken: readonly BrokenSlice[]
}

export async function listSlices(db: Queryable): Promise<Slices> {
  return mergeSlices(await selectAppliedSlices(db))
}

export function mergeSlices(applied: readonly AppliedSlice[]): Slices {
  const bySlug = new Map<string, ListedSlice>(
    shippedSlices().map((slice) => [slice.definition.slug, { ...slice, origin: 'shipped', appliedAt: null }]),
  )
  const broken: BrokenSlice[] = []
  for (const { slug, definition, appliedAt } of applied) {
    const { slices, problems } = readSlices(definition)
    const [slice] = slices
    if (slice) bySlug.set(slug, { ...slice, origin: 'applied', appliedAt })
    else broken.push({ slug, problems })
  }
  const slices = [...bySlug.values()].sort((a, b) => (a.definition.slug < b.definition.slug ? -1 : 1))
  return { slices, broken }
}

/**
 * Removes an applied slice. The shipped one with its slug, if any, takes effect again. Undefined: no such slice was
 * applied.
 */
export async function removeSlice(tx: Transaction, slug: string): Promise<'removed' | 'restored' | undefined> {
  await lockSlices(tx)
  const [removed] = await deleteSlices(tx, [slug])
  if (removed === undefined) return undefined
  const outcome = shippedSlices().some(({ definition }) => definition.slug === slug) ? 'restored' : 'removed'
  await recordInstallationAudit(tx, { action: `slice.${outcome}`, target: { name: slug } })
  return outcome
}

/** changed: new or different. restored: reverted to the shipped slice. */
export type ApplyOutcome = 'changed' | 'restored' | 'unchanged'

/** Applies all or none, because it runs in a transaction. Returns the outcomes in the order given. */
export async function applySlices(
  tx: Transaction,
  slices: readonly Slice[],
): Promise<{ readonly slug: string; readonly outcome: ApplyOutcome }[]> {
  const shipped = new Map(shippedSlices().map(({ definition }) => [definition.slug, definition]))
  const isShipped = ({ definition }: Slice) => isDeepStrictEqual(shipped.get(definition.slug), definition)
  await lockSlices(tx)
  const restored = await deleteSlices(
    tx,
    slices.filter(isShipped).map(({ definition }) => definition.slug),
  )
  const changed = await upsertSlices(
    tx,
    slices.filter((slice) => !isShipped(slice)).map(({ definition }) => definition),
  )
  for (const slug of changed) await recordInstallationAudit(tx, { action: 'slice.applied', target: { name: slug } })
  for (const slug of restored) await recordInstallationAudit(tx, { action: 'slice.restored', target: { name: slug } })
  return slices.map(({ definition: { slug } }) => ({
    slug,
    outcome: changed.includes(slug) ? 'changed' : restored.includes(slug) ? 'restored' : 'unchanged',
  }))
}
