// The rules for imports on the settings screen. Each change writes its own audit record.

import { lockTeam } from '../../account/accounts/index.ts'
import { type Actor, recordAudit } from '../../account/audit/index.ts'
import { countRealTeams, requireTeam } from '../../account/teams/index.ts'
import type { Queryable, Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { cleanName, MAX_MAPPINGS, nameProblemOf, type TeamImports } from '../../settings-contract/index.ts'
import { type Mapping, OWN, presetOf } from './mapping.ts'
import {
  askToCancel,
  countOpen,
  deleteMapping,
  findImport,
  type ImportRow,
  insertImport,
  insertPart,
  labelOf,
  putMapping,
} from './queries.ts'

/**
 * Of all teams: each may store a file of MAX_IMPORT_BYTES in the database. Approximate, as two may begin at the same
 * time.
 */
const MAX_OPEN = 20
const MAX_LABEL = 60

/** With one team, no other team reads what it writes. */
export async function isAllowed(db: Queryable, mode: TeamImports): Promise<boolean> {
  return mode === 'on' || (mode === 'one-team' && (await countRealTeams(db)) <= 1)
}

export async function requireAllowed(db: Queryable, mode: TeamImports): Promise<void> {
  if (await isAllowed(db, mode)) return
  const why =
    mode === 'off'
      ? 'The operator of this installation has turned off imports on the screen.'
      : 'This installation has several teams, which all see what one imports: its operator must allow it (TEAM_IMPORTS=on).'
  throw new AppError('conflict', why, { code: 'imports_off' })
}

/** The suffix of the team's source names. */
export async function sourceLabel(db: Queryable, teamId: string): Promise<string> {
  const { name } = await requireTeam(db, teamId)
  return labelOf(db, teamId, name.replace(/[()]/g, '').trim().slice(0, MAX_LABEL) || 'team')
}

interface NewImport {
  readonly fileName: string
  readonly bytes: number
  readonly mapping: Mapping
  readonly sendsNews: boolean
}

export async function createImport(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  given: NewImport,
): Promise<ImportRow> {
  const mapping = checkedMapping(given.mapping)
  if ((await countOpen(tx)) >= MAX_OPEN)
    throw new AppError('conflict', 'Too many files are being imported at the moment: try again in a few minutes.', {
      code: 'too_many_imports',
    })
  const row = await insertImport(tx, teamId, { ...given, fileName: fileNameOf(given.fileName), mapping })
  if (!row)
    throw new AppError('conflict', 'Your team is importing a file already: wait until it is done, or cancel it.', {
      code: 'import_open',
    })
  await recordAudit(tx, actor, teamId, {
    action: 'import.started',
    target: { id: row.id, name: row.fileName },
    details: { bytes: row.bytes, preset: mapping.preset, sendsNews: given.sendsNews },
  })
  return row
}

const fileNameOf = (given: string) => cleanName(given.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')) || 'file'

const DATES = /^(?:YYYY([./-])MM\1DD|DD([./-])MM\2YYYY|MM([./-])DD\3YYYY)$/

function checkedMapping(mapping: Mapping): Mapping {
  const preset = presetOf(mapping.preset)
  const unknown = mapping.columns.find(({ field }) => !preset?.fields.some(({ name }) => name === field))
  if (!preset && mapping.preset !== OWN) throw invalid(`There is no preset ${JSON.stringify(mapping.preset)}.`)
  if (unknown) throw invalid(`The preset ${mapping.preset} has no field ${JSON.stringify(unknown.field)}.`)
  if (mapping.columns.some(({ header }) => header.includes('\0') || !header.isWellFormed()))
    throw invalid('A header has characters that can’t be stored.')
  if (mapping.dates !== null && !DATES.test(mapping.dates))
    throw invalid('Dates must be such as DD.MM.YYYY or MM/DD/YYYY.')
  return mapping
}

const invalid = (message: string) => new AppError('invalid', message, { field: 'mapping' })

/** A part that was received already is accepted again: its reply may have been lost. */
export async function addPart(
  db: Queryable,
  teamId: string,
  importId: string,
  part: { readonly at: number; readonly data: Buffer },
): Promise<ImportRow> {
  if (part.data.length === 0) throw new AppError('invalid', 'The part is empty.', { field: 'data' })
  const row = await insertPart(db, teamId, importId, part)
  if (row) return row
  const stored = await requireImport(db, teamId, importId)
  if (stored.state === 'cancelled' || stored.isCancelling)
    throw new AppError('conflict', stored.message ?? 'The import is cancelled.', { code: 'import_cancelled' })
  if (part.at + part.data.length <= stored.received) return stored
  throw new AppError('conflict', `The next part begins at ${stored.received}.`, { code: 'part_out_of_order' })
}

export async function requireImport(db: Queryable, teamId: string, importId: string): Promise<ImportRow> {
  const row = await findImport(db, teamId, importId)
  if (!row) throw new AppError('not_found', 'The team has no such import.')
  return row
}

/** A finished one stays as it is. */
export async function cancelImport(tx: Transaction, actor: Actor, teamId: string, importId: string): Promise<void> {
  const { isCancelling } = await requireImport(tx, teamId, importId)
  const row = await askToCancel(tx, teamId, importId)
  if (!row || isCancelling) return
  await recordAudit(tx, actor, teamId, { action: 'import.cancelled', target: { id: row.id, name: row.fileName } })
}

export async function saveMapping(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { name: given, mapping }: { readonly name: string; readonly mapping: Mapping },
): Promise<{ readonly id: string; readonly name: string }> {
  const name = cleanName(given)
  const problem = nameProblemOf(name)
  if (problem !== undefined) throw new AppError('invalid', 'The name must have 1 to 100 characters.', { field: 'name' })
  await lockTeam(tx, teamId)
  const saved = await putMapping(tx, teamId, { name, mapping: checkedMapping(mapping), max: MAX_MAPPINGS })
  if (!saved)
    throw new AppError('conflict', `A team can have at most ${MAX_MAPPINGS} mappings: delete one first.`, {
      code: 'too_many_mappings',
    })
  await recordAudit(tx, actor, teamId, { action: 'import.mapping_saved', target: saved })
  return saved
}

export async function removeMapping(tx: Transaction, actor: Actor, teamId: string, id: string): Promise<void> {
  const name = await deleteMapping(tx, teamId, id)
  if (name === undefined) throw new AppError('not_found', 'The team has no such mapping.')
  await recordAudit(tx, actor, teamId, { action: 'import.mapping_deleted', target: { id, name } })
}
