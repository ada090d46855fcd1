// Files that owners import: a preview of the beginning, the upload in parts, progress, and a report.

import { Type } from 'typebox'
import { IMPORT_STATES, TEAM_IMPORTS } from '../../closed-sets/imports.ts'
import { route } from '../route.ts'
import { Count, EmptyBody, EmptyReply, Id, Name, nullable, STRICT, Time } from '../schemas.ts'

export const MAX_IMPORT_BYTES = 50 * 1024 * 1024
/** Of a file, unpacked. */
export const MAX_IMPORT_LINES = 200_000
/** Of the beginning of a file, for its preview. */
export const MAX_SAMPLE_BYTES = 192 * 1024
/** Of a part of an upload. */
export const MAX_PART_BYTES = 512 * 1024
export const MAX_MAPPINGS = 50
/** The number of rejected lines that are stored. */
export const MAX_STORED_REJECTS = 2_000

const MAX_COLUMNS = 500
const FileName = Type.String({ minLength: 1, maxLength: 200 })
/** Base64. */
const bytes = (max: number) => Type.String({ maxLength: Math.ceil(max / 3) * 4 })
const Header = Type.String({ maxLength: 500 })

/**
 * What becomes of a file. `preset`: own for columns that are named as the fields here, and for NDJSON. `columns`: if a field has
 * several, a later one is used where the cell of an earlier one is empty. A column that is not named is left out.
 */
export const ImportMapping = Type.Object(
  {
    preset: Type.String({ maxLength: 50 }),
    columns: Type.Array(Type.Object({ header: Header, field: Type.String({ maxLength: 50 }) }, STRICT), {
      maxItems: MAX_COLUMNS,
    }),
    /** Such as DD.MM.YYYY. Null: ISO 8601. */
    dates: nullable(Type.String({ maxLength: 10 })),
  },
  STRICT,
)

export const SavedMapping = Type.Object({ id: Id, name: Type.String(), preset: Type.String() })

const PreviewColumn = Type.Object({
  header: Type.String(),
  /** Null: it is left out. */
  field: nullable(Type.String()),
  /** From the first rows. */
  example: Type.String(),
})

const RejectedLine = Type.Object({ line: Count, reason: Type.String(), text: Type.String() })
const RejectGroup = Type.Object({ reason: Type.String(), lines: Count })

export const ImportPreview = Type.Object({
  /** Null: no mapping is known for the file. */
  mapping: nullable(ImportMapping),
  /** The name of the saved mapping that fits. */
  saved: nullable(Type.String()),
  /** Why the file can't be imported like this. Null: it can. */
  problem: nullable(Type.String()),
  /** Empty for NDJSON, and for columns named as the fields. */
  columns: Type.Array(PreviewColumn),
  /** What columns can become with this preset. */
  fields: Type.Array(Type.Object({ name: Type.String(), becomes: Type.String(), required: Type.Boolean() })),
  /** The first lines as they will be read. */
  rows: Type.Array(Type.Object({ line: Count, values: Type.Array(Type.Tuple([Type.String(), Type.String()])) })),
  /** The number of lines that were read for the preview, and of those among them that would be rejected. */
  lines: Count,
  rejected: Count,
  rejects: Type.Array(RejectGroup),
})

const counts = Type.Object({ created: Count, updated: Count })

export const Import = Type.Object({
  id: Id,
  fileName: Type.String(),
  preset: Type.String(),
  state: Type.Enum(IMPORT_STATES),
  bytes: Count,
  received: Count,
  /** Of `bytes`: what is written. */
  bytesRead: Count,
  lines: Count,
  companies: counts,
  signals: counts,
  rejected: Count,
  /** It waits: others are being imported. */
  isWaiting: Type.Boolean(),
  /** A node that worked on it is gone, and it is read again from its beginning. */
  isAgain: Type.Boolean(),
  isCancelling: Type.Boolean(),
  message: nullable(Type.String()),
  createdAt: Time,
  finishedAt: nullable(Time),
})

const importParams = Type.Object({ importId: Id })

export const importRoutes = {
  getImports: route({
    method: 'GET',
    path: '/imports',
    reply: Type.Object({
      mode: Type.Enum(TEAM_IMPORTS),
      /** False: owners can't import here. */
      isAllowed: Type.Boolean(),
      presets: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
      mappings: Type.Array(SavedMapping),
      /** Newest first: the last few. */
      imports: Type.Array(Import),
    }),
  }),
  /**
   * Stores nothing. `mapping` null: it is found by the header. `isWhole`: the sample is the complete file. Error: 409 imports_off.
   */
  previewImport: route({
    method: 'POST',
    path: '/imports/preview',
    body: Type.Object(
      {
        fileName: FileName,
        sample: bytes(MAX_SAMPLE_BYTES),
        isWhole: Type.Boolean(),
        mapping: nullable(ImportMapping),
        /** The preset or the saved mapping that was chosen, by its name or id. */
        choice: Type.Optional(Type.String({ maxLength: 50 })),
      },
      STRICT,
    ),
    maxBodyBytes: 2 * MAX_SAMPLE_BYTES,
    reply: Type.Object({ preview: ImportPreview }),
  }),
  /** Errors: 409 imports_off, 409 import_open (one at a time), 409 too_many_imports, 422. */
  createImport: route({
    method: 'POST',
    path: '/imports',
    body: Type.Object(
      {
        fileName: FileName,
        bytes: Type.Integer({ minimum: 1, maximum: MAX_IMPORT_BYTES }),
        mapping: ImportMapping,
        sendsNews: Type.Boolean(),
      },
      STRICT,
    ),
    maxBodyBytes: 512 * 1024,
    reply: Type.Object({ import: Import }),
  }),
  /** In order. A part that is there already changes nothing. The import begins with the last one. Error: 409 part_out_of_order. */
  addImportPart: route({
    method: 'POST',
    path: '/imports/:importId/parts',
    params: importParams,
    body: Type.Object(
      { at: Type.Integer({ minimum: 0, maximum: MAX_IMPORT_BYTES }), data: bytes(MAX_PART_BYTES) },
      STRICT,
    ),
    maxBodyBytes: 2 * MAX_PART_BYTES,
    reply: Type.Object({ import: Import }),
  }),
  getImport: route({
    method: 'GET',
    path: '/imports/:importId',
    params: importParams,
    reply: Type.Object({
      import: Import,
      /** Of the stored rejects, the most frequent reasons first. */
      groups: Type.Array(RejectGroup),
    }),
  }),
  /** The first MAX_STORED_REJECTS. */
  getImportRejects: route({
    method: 'GET',
    path: '/imports/:importId/rejects',
    params: importParams,
    reply: Type.Object({ rejects: Type.Array(RejectedLine) }),
  }),
  /** What is written stays. */
  cancelImport: route({
    method: 'POST',
    path: '/imports/:importId/cancellation',
    params: importParams,
    body: EmptyBody,
    reply: EmptyReply,
  }),
  /** One of the same name is replaced. Error: 409 too_many_mappings. */
  saveMapping: route({
    method: 'POST',
    path: '/import-mappings',
    body: Type.Object({ name: Name, mapping: ImportMapping }, STRICT),
    maxBodyBytes: 512 * 1024,
    reply: Type.Object({ mapping: SavedMapping }),
  }),
  deleteMapping: route({
    method: 'DELETE',
    path: '/import-mappings/:mappingId',
    params: Type.Object({ mappingId: Id }),
    reply: EmptyReply,
  }),
}
