// Every PostgreSQL advisory lock of this project. The numbers are database-wide, so two locks with one number would
// block each other. SQL functions contain the literal number; a test compares migrations/**/*.sql with this table.
//
// Nodes of the previous version use the old number until the upgrade is over. So a number is changed only if something
// else keeps the two versions apart, or if they may overlap.

export const ADVISORY_LOCKS = {
  /**
   * Shared by every process that uses the embedded server. The last one to leave takes it exclusively and stops the
   * server.
   */
  embeddedServer: 7_305_001,
  /** One process at a time applies migrations and functions. */
  migrate: 7_305_002,
  /** One process at a time runs the steps of a migration without a transaction. Never waited for inside a statement. */
  migrateInSteps: 7_305_016,
  /** Two processes that start on an empty database create one demo team. */
  demoTeam: 7_305_003,
  /** stamp_log(): one transaction at a time assigns positions. */
  stampLog: 7_305_004,
  /** make_event_partitions() */
  makeEventPartitions: 7_305_005,
  /** One node refreshes the ranks of a day; the others skip it. */
  refreshRanks: 7_305_006,
  /** make_attempt_partitions() */
  makeAttemptPartitions: 7_305_007,
  /** One node backfills search texts; the others skip it. */
  backfillTexts: 7_305_008,
  /** make_history_partitions() */
  makeHistoryPartitions: 7_305_013,
  /** make_request_partitions() */
  makeRequestPartitions: 7_305_014,
  /** One node makes the scheduled backup. */
  scheduledBackup: 7_305_015,
  /** Shared by writers that create companies, exclusive for those that add aliases: see write-path/companies/resolve-domains.ts. */
  companyAliases: 7_305_012,
} as const
