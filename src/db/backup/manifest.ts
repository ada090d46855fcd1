/** What a backup says about itself, before its tables. */
export interface Manifest {
  /** The version of Pro Signal that made it. */
  readonly version: string
  readonly postgres: string
  /** By the clock of the database: everything that was committed before is in it. */
  readonly createdAt: string
  /** The id of the database, which a copy doesn't share. */
  readonly databaseId: string
  /** What the schema was. A restore applies the same ones first. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[]
  readonly tables: readonly TableEntry[]
  readonly sequences: readonly { readonly name: string; readonly last: string; readonly called: boolean }[]
  /** SECRET_KEYS, in the format of the setting. Only in a sealed backup. */
  readonly secretKeys: string | null
}

export interface TableEntry {
  readonly name: string
  readonly columns: readonly string[]
  /** Bytes in the database, with indexes. */
  readonly bytes: number
  readonly partitions: readonly { readonly name: string; readonly bounds: string }[]
}
