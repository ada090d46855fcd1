// Shows what this version would do to the database. Read-only.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Database,
  one,
  type PendingMigration,
  readMajors,
  surveyUpgrade,
  type TableEffect,
  type UpgradeSurvey,
} from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { compareVersions } from '../../platform/config/version.ts'
import { GONE_SECONDS, readNodes, type ServingNode } from '../../service/nodes.ts'
import { command } from '../command.ts'
import { count, counted } from '../counted.ts'
import { EXIT } from '../exit-codes.ts'
import { columns } from '../table.ts'
import { withDatabaseAsItIs } from '../with-database.ts'
import { duration, megabytes } from './doctor/finding.ts'

/** A longer wait for a table is noticeable. */
const NOTICED_SECONDS = 3

export const upgradeCommand = command({
  name: 'upgrade',
  summary: 'Show what this version would change in the database, what that locks, and whether nodes must stop first.',
  options: { check: { description: 'Check only: nothing is changed. serve and migrate do the upgrade.' } },
  examples: ['upgrade --check', 'upgrade --check --json'],
  async run(input) {
    const { config } = input
    if (!input.on('check')) {
      const message = 'upgrade can only check so far: run upgrade --check. serve and migrate do the upgrade.'
      throw new AppError('invalid', message)
    }
    const major = checkMajor(config)
    if (major !== undefined) return { text: major, json: { attention: [major] }, exitCode: EXIT.failed }
    return withDatabaseAsItIs(input, async (db) => {
      const survey = await surveyUpgrade(db.pool('settings'))
      const nodes = await readRunning(db)
      const { version } = await one<{ version: string }>(
        db.pool('settings'),
        `select current_setting('server_version') as version`,
      )
      const attention = attentionOf(survey, nodes)
      return {
        text: show(survey, nodes, `${db.kind} PostgreSQL ${version}`, attention),
        json: { ...survey, rules: survey.rules ?? null, nodes: nodes ?? null, postgres: version, attention },
        exitCode: attention.length > 0 ? EXIT.failed : EXIT.done,
      }
    })
  },
})

/** A folder of another major version can't be opened at all. */
function checkMajor({ DATABASE_URL, DATA_DIR }: Config): string | undefined {
  if (DATABASE_URL !== undefined) return undefined
  if (!existsSync(join(DATA_DIR, 'postgres'))) {
    throw new AppError('not_found', `There is no database in ${DATA_DIR}: serve creates one.`)
  }
  const { folder, included } = readMajors(DATA_DIR)
  if (folder === undefined || folder === included) return undefined
  return `PostgreSQL would change from ${folder} to ${included}, which can't open the folder. With the version that you run now: bin/pro-signal backup over.backup. Then with this one: DATA_DIR=NEW-FOLDER bin/pro-signal restore over.backup. Copy the file secret-key into the new folder too, unless the backup is sealed.`
}

type Running = Pick<ServingNode, 'name' | 'version'>

/** Undefined: the previous version doesn't report its nodes. */
async function readRunning(db: Database): Promise<Running[] | undefined> {
  const pool = db.pool('settings')
  const { exists } = await one<{ exists: boolean }>(pool, `select to_regclass('nodes') is not null as exists`)
  if (!exists) return undefined
  const nodes = await readNodes(pool)
  return nodes.filter(({ seenSeconds }) => seenSeconds < GONE_SECONDS).map(({ name, version }) => ({ name, version }))
}

/** What the operator should do or know first. */
export function attentionOf({ from, needs, to, migrations }: UpgradeSurvey, nodes: Running[] | undefined): string[] {
  if (needs !== undefined) return [`The database needs Pro Signal ${needs} or later, and this is ${to}.`]
  if (from === undefined) return []
  return migrations.flatMap(({ name, leastCodeVersion, effects, inTransaction }) => {
    const slow = effects.filter(
      ({ blocks, seconds }) => inTransaction && blocks !== 'nobody' && seconds >= NOTICED_SECONDS,
    )
    const found = slow.map(
      ({ table, blocks, seconds }) =>
        `${name} blocks ${blocks} of ${table} for about ${duration(seconds)}: choose a quiet hour.`,
    )
    if (leastCodeVersion === null) return found
    const old = nodes?.filter(({ version }) => compareVersions(version, leastCodeVersion) < 0)
    const who = old?.map((node) => `${node.name} (${node.version})`).join(', ')
    if (old === undefined)
      found.push(`${name} removes what versions before ${leastCodeVersion} use: stop all their nodes first.`)
    else if (old.length > 0)
      found.push(`${name} removes what versions before ${leastCodeVersion} use: stop these nodes first: ${who}.`)
    return found
  })
}

const RULE_WORK: Readonly<Record<NonNullable<UpgradeSurvey['rules']>[number], string>> = {
  lines: 'each imported line is read once more when it is imported again',
  collectors: 'each board and website is read once more at its next visit',
  digests: 'digests of large companies are recomputed when the companies are written',
  index: 'each node rebuilds its search index; PostgreSQL answers meanwhile',
  notes: 'words of dossiers change',
}

function show(survey: UpgradeSurvey, nodes: Running[] | undefined, postgres: string, attention: string[]): string {
  const { from, to, migrations, functions, rules } = survey
  const running =
    nodes === undefined
      ? 'unknown: the previous version doesn’t report it'
      : nodes.length === 0
        ? 'none runs'
        : nodes.map(({ name, version }) => `${name} (${version})`).join(', ')
  const changed = rules ?? (Object.keys(RULE_WORK) as (keyof typeof RULE_WORK)[])
  const again =
    from !== undefined && migrations.some(({ effects }) => effects.some(({ table }) => table === 'fact_upgrade'))
  const lines = [
    from === undefined
      ? `A new database, for version ${to}. ${postgres}.`
      : `From ${from} to ${to}. ${postgres}, which stays.`,
    '',
    migrations.length === 0 ? 'migrations  none' : `migrations  ${count(migrations.length)}`,
    ...(from === undefined ? [] : migrations.flatMap(showMigration)),
    `functions   ${functions.length === 0 ? 'none changes' : `${counted(functions.length, 'SQL function')} replaced, which locks nothing`}`,
    changed.length === 0
      ? 'rules       none changes'
      : `rules       ${rules === undefined ? 'those of before are not known; at most ' : ''}${changed.map((name) => RULE_WORK[name]).join('; ')}`,
    ...(again ? ['background  the facts of all companies are recomputed, silently; doctor shows the progress'] : []),
    `nodes       ${running}`,
    '',
    ...(attention.length === 0
      ? ['Nothing needs your attention: nodes of the previous version may keep running.']
      : attention.map((each) => `!  ${each}`)),
  ]
  return lines.join('\n')
}

function showMigration({ name, inTransaction, leastCodeVersion, effects }: PendingMigration): string[] {
  const kind = inTransaction ? '' : '  in steps, while nodes read and write'
  const least = leastCodeVersion === null ? '' : `  needs ${leastCodeVersion} on all nodes`
  return [`  ${name}${kind}${least}`, ...(effects.length > 0 ? [columns(effects.map(rowOf), '    ')] : [])]
}

function rowOf({ table, blocks, work, rows, bytes, seconds }: TableEffect): string[] {
  const long = seconds < 1 ? 'for a moment' : `for about ${duration(seconds)}`
  const does =
    blocks === 'nobody' ? `blocks nothing${work === 'none' ? '' : `, works ${long}`}` : `blocks ${blocks} ${long}`
  return [table, `${counted(rows, 'row')}, ${megabytes(bytes)}`, does]
}
