import { columns, many, one, type Queryable } from '../../db/index.ts'
import type { SliceDefinition } from './definition/definition.ts'

export interface AppliedSlice {
  slug: string
  /** As stored by this version or an older one. */
  definition: unknown
  version: number
  appliedAt: Date
}

export async function selectAppliedSlices(db: Queryable): Promise<AppliedSlice[]> {
  return many<AppliedSlice>(
    db,
    `select slug, definition, version, applied_at as "appliedAt" from slices order by slug collate "C"`,
  )
}

/** Changes exactly when a slice is applied or removed. */
export async function readSlicesStamp(db: Queryable): Promise<string> {
  const { stamp } = await one<{ stamp: string }>(
    db,
    `select coalesce(max(version), 0) || ' ' || count(*) as stamp from slices`,
  )
  return stamp
}

export function stampOf(rows: readonly AppliedSlice[]): string {
  return `${rows.reduce((max, { version }) => Math.max(max, version), 0)} ${rows.length}`
}

/**
 * Serialises writers until their transactions end. Readers aren't blocked. It must be a separate statement before the
 * rows are read: then the highest version is also the last one committed.
 */
export async function lockSlices(tx: Queryable): Promise<void> {
  await tx.query('lock table slices in share row exclusive mode')
}

const DEFINITIONS = columns<SliceDefinition>(1, {
  slug: ['text', ({ slug }) => slug],
  definition: ['text', (definition) => JSON.stringify(definition)],
})

/** Returns the slugs that changed. A definition equal to the stored one keeps its version. */
export async function upsertSlices(tx: Queryable, definitions: readonly SliceDefinition[]): Promise<string[]> {
  const rows = await many<{ slug: string }>(
    tx,
    `insert into slices (slug, definition)
     select slug, definition::jsonb from ${DEFINITIONS.as('given')}
         on conflict (slug) do update
        set definition = excluded.definition, version = excluded.version, applied_at = now()
      where slices.definition <> excluded.definition
     returning slug`,
    DEFINITIONS.values(definitions),
  )
  return rows.map(({ slug }) => slug)
}

export async function deleteSlices(tx: Queryable, slugs: readonly string[]): Promise<string[]> {
  const rows = await many<{ slug: string }>(tx, 'delete from slices where slug = any($1::text[]) returning slug', [
    slugs,
  ])
  return rows.map(({ slug }) => slug)
}
