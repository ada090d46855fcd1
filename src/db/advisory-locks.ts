// Every PostgreSQL advisory lock of this project. The numbers are database-wide, so two locks with one number would
// block each other. SQL functions write the number out; a test compares migrations/**/*.sql with this table.
//
// A changed number has no effect on nodes of the previous version, which take the old one until the upgrade is over.
// So a number is only changed where something else still keeps the two versions apart, or where they may overlap.

export const ADVISORY_LOCKS = {
  /** Shared by every process that uses the embedded server; the last one to leave takes it exclusively and stops it. */
  embeddedServer: 7_305_001,
  /** Migrations and functions are applied by one process at a time. */
  migrate: 7_305_002,
  /** Two processes that start on an empty database create one demo team. */
  demoTeam: 7_305_003,
  /** stamp_log(): positions are given by one transaction at a time. */
  stampLog: 7_305_004,
  /** make_event_partitions() */
  makeEventPartitions: 7_305_005,
  /** One node refreshes the ranks of a day; the others skip it. */
  refreshRanks: 7_305_006,
  /** make_attempt_partitions() */
  makeAttemptPartitions: 7_305_007,
  /**
   * One node backfills search texts; the others skip it. Version 0.1 uses 7305007 for this. During an upgrade from it,
   * two nodes may both begin a step. That is harmless: each step first locks the row of search_texts, so the second
   * waits for the first and continues from its progress.
   */
  backfillTexts: 7_305_008,
  /** Shared by writers that create companies, exclusive for those that add aliases: see write-path/companies/resolve-domains.ts. */
  companyAliases: 7_305_012,
} as const
