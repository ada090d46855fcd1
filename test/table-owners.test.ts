// A table has one owner: the only area whose SQL writes it. An SQL function writes the tables of one owner, and then others may
// call it: it is the owner's. Who else reads it is listed here, feature by feature. The list
// may only shrink: ask the owner for a function instead, so that a change of a table stays in one place.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../src/platform/config/config.ts'

/** Areas without features in folders of their own, and what is no area. */
const WHOLE = ['mail', 'search', 'demo', 'db', 'cli', 'service', 'query', 'ingest', 'outbound']

const OWNED: Readonly<Record<string, string>> = {
  account: `access_epoch accounts api_keys attempt_levels audit_log budget_warnings dispositions familiar_networks invitations
    list_entries list_removals lists opened_companies password_resets people_usage recovery_codes removed_members request_log reset_requests
    second_factors sessions shown_companies sign_in_links sign_on_attempts sign_on_domains sign_on_identities sign_on_logouts team_billing team_limits team_members team_usage teams usage_by_key usage_daily`,
  api: `feedback first_steps slices today_companies today_visits`,
  collect: `changed_formats collect_nodes filing_indexes filing_issuers host_turns legal_names look_snapshots look_times
    looks match_dismissals matches missing_signals receipts team_monitoring team_watches visits watched_companies`,
  db: `schema_editions schema_functions schema_migration_steps schema_migrations`,
  deliver: `address_questions alert_addresses crm_companies crm_connections crm_searches crm_windows firehose_identity firehose_nodes saved_searches search_attempts
    search_changes search_current_matches search_members search_messages search_mutes search_watch used_mute_links webhook_attempts
    webhook_cursors webhook_deliveries webhook_filters webhook_gaps webhook_hours webhook_notices
    webhook_passes webhook_replay_requests webhook_replays webhook_retries webhook_types webhooks`,
  ingest: `import_labels import_mappings import_parts import_rejects imports`,
  mail: `mails`,
  search: `search_feed`,
  service: `nodes`,
  write: `companies company_aliases company_digests company_ranks deleted_companies digest_entries digest_openings events expiry
    fact_upgrade log log_dropped log_head outbox reports search_texts signal_history signals sources`,
}
const OWNERS = new Map(
  Object.entries(OWNED).flatMap(([area, tables]) => tables.split(/\s+/).map((table) => [table, area] as const)),
)

/** Features of other areas that read a table. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['api/feedback', 'deliver/alerts', 'mail'],
  api_keys: ['cli', 'service'],
  audit_log: ['deliver/alerts', 'deliver/crm'],
  companies: [
    'account/dispositions',
    'account/lists',
    'api/dossiers',
    'api/slices',
    'api/today',
    'api/windows',
    'cli',
    'collect/collecting',
    'deliver/alerts',
    'deliver/crm',
    'deliver/firehose',
    'demo',
    'search',
  ],
  company_aliases: ['account/lists', 'api/dossiers', 'collect/collecting', 'deliver/alerts', 'search'],
  company_ranks: ['api/slices', 'deliver/alerts', 'deliver/crm', 'deliver/firehose', 'demo', 'search'],
  events: ['account/lists', 'deliver/firehose'],
  lists: ['deliver/alerts', 'deliver/firehose'],
  log: ['account/lists', 'deliver/firehose'],
  log_head: ['account/lists', 'db', 'deliver/firehose', 'search'],
  look_times: ['write/sources'],
  looks: ['demo', 'write/sources'],
  mails: ['deliver/alerts'],
  missing_signals: ['write/sources'],
  outbox: ['search'],
  reports: ['api/dossiers', 'cli', 'collect/collecting', 'search'],
  search_texts: ['search'],
  signals: ['api/dossiers', 'cli', 'collect/collecting', 'deliver/alerts', 'demo', 'search', 'service'],
  sources: ['api/dossiers', 'cli'],
  team_members: ['api/first-steps', 'api/today', 'deliver/alerts', 'mail'],
  teams: ['deliver/alerts', 'deliver/crm', 'deliver/firehose', 'service'],
}

interface Uses {
  readonly writers: Map<string, Set<string>>
  readonly readers: Map<string, Set<string>>
}

function featureOf(file: string): string {
  const [area = '', feature = ''] = file.split('/')
  return WHOLE.includes(area) ? area : `${area}/${feature}`
}

function areaOf(feature: string): string {
  return feature.split('/', 1)[0] as string
}

function tableNames(): Set<string> {
  const [tables = ''] = readFileSync(join(packageRoot, 'migrations/schema.txt'), 'utf8').split(
    '\nCREATE OR REPLACE FUNCTION',
  )
  return new Set([...tables.matchAll(/^([a-z_]+)$/gm)].map(([, name = '']) => name))
}

function note(into: Map<string, Set<string>>, table: string, who: string): void {
  into.set(table, (into.get(table) ?? new Set()).add(who))
}

/** The statements in a source file are lower case, so its comments, which have sentences, are left out first. */
function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/|\*|\/\*\*|--).*$/gm, '')
}

function usesOf(files: ReadonlyMap<string, string>, functions: ReadonlyMap<string, string>, tables: Set<string>): Uses {
  const uses: Uses = { writers: new Map(), readers: new Map() }
  const noteWrites = (text: string, who: string) => {
    const writes =
      /\b(?:insert into|update|delete from|copyInto(?:<\w+>)?\(|truncate|lock table)\s*(?:only )?'?([a-z_]+)\b/g
    for (const [, table = ''] of text.matchAll(writes)) if (tables.has(table)) note(uses.writers, table, who)
  }
  for (const [file, raw] of files) {
    const [text, who] = [withoutComments(raw), featureOf(file)]
    noteWrites(text, who)
    for (const [, table = ''] of text.matchAll(/\b(?:from|join)\s+(?:only )?([a-z_]+)\b/g))
      if (tables.has(table)) note(uses.readers, table, who)
  }
  for (const [name, body] of functions) noteWrites(withoutComments(body), `${name}()`)
  return uses
}

function read(pattern: string, folder: string, key: (file: string) => string): Map<string, string> {
  const files = globSync(pattern, { cwd: join(packageRoot, folder), exclude: ['**/*.test.ts'] })
  return new Map(files.map((file) => [key(file), readFileSync(join(packageRoot, folder, file), 'utf8')]))
}

const tables = tableNames()
const functions = read('*.sql', 'migrations/functions', (file) => basename(file, '.sql'))
const files = read('**/*.ts', 'src', (file) => file)
const uses = usesOf(files, functions, tables)

function problemsOf({ writers }: Uses): string[] {
  const written = [...writers].flatMap(([table, all]) =>
    [...all].map((who) => ({ table, who, owner: OWNERS.get(table) })),
  )
  const ownerOf = new Map(written.filter(({ who }) => who.endsWith('()')).map(({ who, owner }) => [who, owner]))
  return written
    .filter(({ who, owner }) => owner === undefined || (ownerOf.get(who) ?? areaOf(who)) !== owner)
    .map(({ who, table, owner }) => `${who} writes ${table}, which belongs to ${owner ?? 'nobody'}`)
}

test('only the area that owns a table writes it', () => {
  assert.ok(tables.size > 60 && uses.writers.size > 50, `${tables.size} tables, ${uses.writers.size} of them written`)
  assert.deepEqual(problemsOf(uses), [])
  const unknown = [...OWNERS.keys()].filter((table) => !tables.has(table))
  assert.deepEqual(unknown, [], 'these tables are gone: remove them from the list')
})

test('who reads the table of another area is listed', () => {
  const readers = new Map<string, string[]>()
  for (const [table, features] of [...uses.readers].sort(([a], [b]) => a.localeCompare(b))) {
    const others = [...features].filter((feature) => areaOf(feature) !== OWNERS.get(table)).sort()
    if (others.length > 0) readers.set(table, others)
  }
  assert.deepEqual(Object.fromEntries(readers), READERS)
})

test('a statement of another area is found, and a function that writes the tables of two owners', () => {
  const planted = new Map([
    ['deliver/alerts/x.ts', 'await tx.query(`update signals set status = $1`)'],
    ['deliver/firehose/y.ts', 'await tx.query(`select stamp_log()`)'],
    ['mail/z.ts', '// Never do this: update signals'],
    ['cli/w.ts', "const copy = copyInto<Row>('events', {})"],
  ])
  const mixed = new Map([...functions, ['mixed', 'begin insert into log select; delete from teams; end']])
  const found = problemsOf(usesOf(planted, mixed, tables))
  assert.ok(found.includes('deliver/alerts writes signals, which belongs to write'), found.join('\n'))
  assert.ok(
    found.some((each) => each.startsWith('mixed() writes ')),
    found.join('\n'),
  )
  assert.ok(found.includes('cli writes events, which belongs to write'), found.join('\n'))
  assert.ok(!found.some((each) => /^(mail|deliver\/firehose) /.test(each)))
})
