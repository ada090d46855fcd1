import type { FastifyInstance } from 'fastify'
import { asOwner } from '../../account/accounts/index.ts'
import type { Database } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import { contract, type ImportReply, type TeamImports } from '../../settings-contract/index.ts'
import { PRESETS } from '../presets/match-preset.ts'
import { adaptFor } from './adapt-record.ts'
import {
  addPart,
  cancelImport,
  createImport,
  isAllowed,
  removeMapping,
  requireAllowed,
  requireImport,
  saveMapping,
  sourceLabel,
} from './change-imports.ts'
import { groupReasons } from './group-reasons.ts'
import { OWN } from './mapping.ts'
import { previewUpload } from './preview.ts'
import { type ImportRow, listImports, listMappings, readRejects } from './queries.ts'
import { sampleSource } from './upload-source.ts'

export function importSettings(app: FastifyInstance, db: Database, mode: TeamImports): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.getImports, async ({ session: { teamId } }) => ({
    mode,
    isAllowed: await isAllowed(pool, mode),
    presets: [
      ...PRESETS.map(({ name, title }) => ({ name, title })),
      { name: OWN, title: 'Columns named as the fields of Pro Signal' },
    ],
    mappings: (await listMappings(pool, teamId)).map(({ mapping, ...saved }) => ({ ...saved, preset: mapping.preset })),
    imports: (await listImports(pool, teamId)).map(importReply),
  }))

  settingsRoute(app, contract.previewImport, async ({ session: { teamId }, body }) => {
    await requireAllowed(pool, mode)
    const file = sampleSource(body.fileName, 'csv', Buffer.from(body.sample, 'base64'), body.isWhole)
    const preview = await previewUpload(file, {
      saved: await listMappings(pool, teamId),
      mapping: body.mapping,
      choice: body.choice,
      adapt: adaptFor(await sourceLabel(pool, teamId)),
      now: Math.floor(Date.now() / 1_000),
    })
    return { preview }
  })

  settingsRoute(app, contract.createImport, async ({ session, body }) => {
    await requireAllowed(pool, mode)
    const row = await asOwner(db, session, (tx) => createImport(tx, session, session.teamId, body))
    return { import: importReply(row) }
  })

  settingsRoute(app, contract.addImportPart, async ({ session: { teamId }, params: { importId }, body }) => {
    const part = { at: body.at, data: Buffer.from(body.data, 'base64') }
    return { import: importReply(await addPart(pool, teamId, importId, part)) }
  })

  settingsRoute(app, contract.getImport, async ({ session: { teamId }, params: { importId } }) => {
    const row = await requireImport(pool, teamId, importId)
    const rejects = row.rejected > 0 ? await readRejects(pool, importId) : []
    return { import: importReply(row), groups: groupReasons(rejects.map(({ reason }) => reason)) }
  })

  settingsRoute(app, contract.getImportRejects, async ({ session: { teamId }, params: { importId } }) => {
    await requireImport(pool, teamId, importId)
    return { rejects: await readRejects(pool, importId) }
  })

  settingsRoute(app, contract.cancelImport, async ({ session, params: { importId } }) => {
    await asOwner(db, session, (tx) => cancelImport(tx, session, session.teamId, importId))
    return {}
  })

  settingsRoute(app, contract.saveMapping, async ({ session, body }) => {
    const saved = await asOwner(db, session, (tx) => saveMapping(tx, session, session.teamId, body))
    return { mapping: { ...saved, preset: body.mapping.preset } }
  })

  settingsRoute(app, contract.deleteMapping, async ({ session, params: { mappingId } }) => {
    await asOwner(db, session, (tx) => removeMapping(tx, session, session.teamId, mappingId))
    return {}
  })
}

function importReply(row: ImportRow): ImportReply {
  const { companiesCreated, companiesUpdated, signalsCreated, signalsUpdated, mapping, createdAt, finishedAt } = row
  return {
    id: row.id,
    fileName: row.fileName,
    preset: mapping.preset,
    state: row.state,
    bytes: row.bytes,
    received: row.received,
    bytesRead: row.bytesRead,
    lines: row.lines,
    companies: { created: companiesCreated, updated: companiesUpdated },
    signals: { created: signalsCreated, updated: signalsUpdated },
    rejected: row.rejected,
    isWaiting: row.isWaiting,
    isAgain: row.attempts > 1,
    isCancelling: row.isCancelling,
    message: row.message,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
