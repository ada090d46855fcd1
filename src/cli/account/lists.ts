import { createReadStream } from 'node:fs'
import {
  type AccountList,
  addAccounts,
  countWaiting,
  createList,
  deleteList,
  type MonitoringAllowance,
  monitorList,
  readEntries,
  readMonitoringAllowance,
  readMonitoringRequests,
  removeAccounts,
  requireListByName,
  type ShownEntry,
  selectLists,
  stopMonitoringList,
} from '../../account/lists/index.ts'
import { requireTeam } from '../../account/teams/index.ts'
import type { ListMonitoring } from '../../closed-sets/collecting.ts'
import { type Progress, readListProgress } from '../../collect/collecting/index.ts'
import type { Database } from '../../db/index.ts'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import { findListUsers } from '../../service/list-users.ts'
import { type AccountsReportReply, MAX_ACCOUNTS_LENGTH, MAX_LIST_ENTRIES } from '../../settings-contract/index.ts'
import { EXAMPLE_TEAM, teamIdOf, teamOption } from '../arguments.ts'
import { command, type Input } from '../command.ts'
import { count, counted } from '../counted.ts'
import { decodeText } from '../decode-text.ts'
import { EXIT } from '../exit-codes.ts'
import { table, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const team = { ...teamOption, required: true } as const
const name = { value: 'NAME', required: true, description: "The list's name, in upper or lower case." } as const
const file = {
  value: 'FILE',
  description: 'Domains, e-mail addresses or URLs: text or CSV. - reads standard input.',
} as const
const accounts = { words: '[accounts…]', maxWords: 1_000 } as const
const MAX_SHOWN = 50
const MAX_SHOWN_LINES = 20
const MAX_BYTES = 4 * MAX_ACCOUNTS_LENGTH

export const listsCommands = [
  command({
    name: 'lists create',
    ...accounts,
    summary: 'Create an account list of a team, empty or with companies.',
    options: { team, name, file },
    examples: [
      `lists create --team ${EXAMPLE_TEAM} --name my-accounts --file accounts.csv`,
      `lists create --team ${EXAMPLE_TEAM} --name my-accounts acme.example buyer@contoso.example --json`,
    ],
    async run(input) {
      const text = await accountsOf(input)
      const { list, report } = await inTeam(input, (db, teamId) =>
        db.transaction('settings', async (tx) => {
          const created = await createList(tx, 'operator', teamId, { name: input.text('name') })
          return {
            list: created,
            report: await addAccounts(tx, 'operator', teamId, { listId: created.id, accounts: text }),
          }
        }),
      )
      const heading = `Created the list ${JSON.stringify(list.name)}.`
      const json = { id: list.id, name: list.name, ...report }
      return { text: [heading, ...describeReport(report)].join('\n'), json, exitCode: exitCodeOf(report) }
    },
  }),
  command({
    name: 'lists add',
    ...accounts,
    summary: 'Add companies to a list. Those not known yet join it when they appear.',
    options: { team, name, file },
    examples: [
      `lists add --team ${EXAMPLE_TEAM} --name my-accounts --file more.csv`,
      `lists add --team ${EXAMPLE_TEAM} --name my-accounts https://northwind.example/jobs --json`,
    ],
    async run(input) {
      const text = await requiredAccountsOf(input)
      const { list, report } = await inList(input, async (db, teamId, list) => ({
        list,
        report: await db.transaction('settings', (tx) =>
          addAccounts(tx, 'operator', teamId, { listId: list.id, accounts: text }),
        ),
      }))
      const json = { id: list.id, name: list.name, ...report }
      return { text: describeReport(report).join('\n'), json, exitCode: exitCodeOf(report) }
    },
  }),
  command({
    name: 'lists remove',
    ...accounts,
    summary: 'Remove companies from a list.',
    options: { team, name, file },
    examples: [
      `lists remove --team ${EXAMPLE_TEAM} --name my-accounts acme.example`,
      `lists remove --team ${EXAMPLE_TEAM} --name my-accounts --file lost.csv --json`,
    ],
    async run(input) {
      const text = await requiredAccountsOf(input)
      const { list, removed, read } = await inList(input, async (db, teamId, list) => ({
        list,
        ...(await db.transaction('settings', (tx) =>
          removeAccounts(tx, 'operator', teamId, { listId: list.id, accounts: text }),
        )),
      }))
      const { unreadable, unreadableLines } = read
      const lines = [
        `Removed ${companies(removed)} from ${JSON.stringify(list.name)}.`,
        ...describeUnreadable({ unreadable, unreadableLines }),
      ]
      const json = { id: list.id, name: list.name, removed, unreadable, unreadableLines }
      return { text: lines.join('\n'), json, exitCode: exitCodeOf(read) }
    },
  }),
  command({
    name: 'lists list',
    words: '<team-id>',
    maxWords: 1,
    summary: 'List the account lists of a team.',
    options: { team: teamOption },
    examples: [`lists list --team ${EXAMPLE_TEAM}`, `lists list --team ${EXAMPLE_TEAM} --json`],
    async run(input) {
      const lists = await inTeam(input, (db, teamId) => selectLists(db.pool('settings'), teamId))
      const rows = lists.map((list) => [list.name, count(list.entries), time(list.changedAt)])
      const text =
        rows.length > 0
          ? table(['name', 'companies', 'changed'], rows)
          : 'The team has no lists. Create one: bin/pro-signal lists create --help'
      return { text, json: { lists: lists.map(asJson) } }
    },
  }),
  command({
    name: 'lists show',
    summary:
      'Show the companies on a list, including those not known yet, what uses it, and the progress of its monitoring.',
    options: { team, name },
    examples: [
      `lists show --team ${EXAMPLE_TEAM} --name my-accounts`,
      `lists show --team ${EXAMPLE_TEAM} --name my-accounts --json`,
    ],
    async run(input) {
      const shown = await inList(input, async (db, teamId, list) => {
        const pool = db.pool('settings')
        const limit = input.json ? MAX_LIST_ENTRIES : MAX_SHOWN
        const { entries } = await readEntries(pool, list.id, { offset: 0, limit })
        const waiting = await countWaiting(pool, list.id)
        const users = await findListUsers(pool, teamId, list.id)
        return { list, entries, waiting, users, monitored: await monitoredOf(input, db, teamId, list) }
      })
      const { list, entries, waiting, users, monitored } = shown
      const json = { ...asJson(list), waiting, users, monitored, accounts: entries.map(entryAsJson) }
      return { text: describeList(shown), json }
    },
  }),
  command({
    name: 'lists monitor',
    summary:
      'Watch the companies of a list, within the limit watchedCompanies of the team. It also approves a request.',
    options: { team, name, stop: { description: 'No longer watch them. Their signals stay.' } },
    examples: [
      `lists monitor --team ${EXAMPLE_TEAM} --name my-accounts`,
      `lists monitor --team ${EXAMPLE_TEAM} --name my-accounts --stop --json`,
    ],
    async run(input) {
      const mode = input.config.LIST_MONITORING
      const { list, allowance } = await inList(input, async (db, teamId, { id: listId }) => ({
        list: await db.transaction('settings', (tx) =>
          input.on('stop')
            ? stopMonitoringList(tx, 'operator', teamId, listId)
            : monitorList(tx, 'operator', teamId, { listId, mode }),
        ),
        allowance: await readMonitoringAllowance(db.pool('settings'), teamId, mode),
      }))
      const label = JSON.stringify(list.name)
      const json = { ...asJson(list), ...monitoringAsJson(list, mode), allowance }
      if (input.on('stop')) return { text: `${label} is no longer monitored. The signals of its companies stay.`, json }
      const lines = [
        `${label} is monitored: ${companies(list.entries)}.`,
        describeAllowance(allowance),
        ...(input.config.COLLECT_CONTACT === undefined
          ? [
              'Nothing is collected until COLLECT_CONTACT is set: an e-mail address or URL at which websites can reach you.',
            ]
          : []),
      ]
      return { text: lines.join('\n'), json }
    },
  }),
  command({
    name: 'lists requests',
    summary: 'List the lists of all teams whose monitoring waits for your approval (LIST_MONITORING=approval).',
    examples: ['lists requests', 'lists requests --json'],
    async run(input) {
      const requests = await withDatabase(input, (db) => readMonitoringRequests(db.pool('settings')))
      if (requests.length === 0) return { text: 'No list waits for your approval.', json: { requests } }
      const rows = requests.map(({ teamId, team, list, companies, askedAt }) => [
        list,
        team,
        teamId,
        count(companies),
        time(askedAt),
      ])
      const text = `${table(['list', 'team', 'team id', 'companies', 'asked'], rows)}\nApprove one: bin/pro-signal lists monitor --team TEAM-ID --name NAME`
      return { text, json: { requests } }
    },
  }),
  command({
    name: 'lists delete',
    summary: 'Delete a list. Its companies stay known.',
    options: {
      team,
      name,
      force: { description: 'Delete it even if saved searches or webhooks use it. They match nothing then.' },
    },
    examples: [
      `lists delete --team ${EXAMPLE_TEAM} --name my-accounts`,
      `lists delete --team ${EXAMPLE_TEAM} --name my-accounts --force --json`,
    ],
    async run(input) {
      const list = await inList(input, (db, teamId, { id: listId }) =>
        db
          .transaction('settings', (tx) =>
            deleteList(tx, 'operator', teamId, { listId, force: input.on('force'), usersOf: findListUsers }),
          )
          .catch((error: unknown) => {
            if (!(error instanceof AppError) || error.code !== 'list_in_use') throw error
            throw new AppError('conflict', `${error.message} To delete it anyway: --force`, { code: error.code })
          }),
      )
      return { text: `Deleted the list ${JSON.stringify(list.name)}.`, json: { deleted: asJson(list) } }
    },
  }),
]

function inTeam<T>(input: Input, work: (db: Database, teamId: string) => Promise<T>): Promise<T> {
  const teamId = teamIdOf(input)
  return withDatabase(input, async (db) => {
    await requireTeam(db.pool('settings'), teamId)
    return work(db, teamId)
  })
}

function inList<T>(input: Input, work: (db: Database, teamId: string, list: AccountList) => Promise<T>): Promise<T> {
  return inTeam(input, async (db, teamId) =>
    work(db, teamId, await requireListByName(db.pool('settings'), teamId, input.text('name'))),
  )
}

async function requiredAccountsOf(input: Input): Promise<string> {
  if (input.words.length > 0 || input.maybe('file') !== undefined) return accountsOf(input)
  throw new AppError('invalid', 'Companies are required: name them, or give --file FILE (- for standard input).')
}

async function accountsOf({ words, maybe, stdin }: Input): Promise<string> {
  const path = maybe('file')
  const text = path === undefined ? '' : await readText(path, path === '-' ? stdin : createReadStream(path))
  return [text, ...words].filter((part) => part !== '').join('\n')
}

/** Of a file that is too large, only the beginning is read. */
async function readText(path: string, file: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of file) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new Error('it is too large')
    }
  } catch (error) {
    throw new AppError('invalid', `${path} cannot be read (${reasonOf(error)}).`, { cause: error })
  }
  return decodeText(Buffer.concat(chunks))
}

const exitCodeOf = ({ unreadable }: { readonly unreadable: number }) => (unreadable > 0 ? EXIT.rejected : EXIT.done)
const companies = (n: number) => counted(n, 'company', 'companies')

function describeReport(report: AccountsReportReply): string[] {
  const { added, alreadyThere, waiting, waitingDomains } = report
  const more = waiting > waitingDomains.length ? ', …' : ''
  return [
    `Added ${companies(added)}${alreadyThere > 0 ? `; ${count(alreadyThere)} already there` : ''}.`,
    ...(waiting > 0
      ? [`Not known yet, they join when they appear (${count(waiting)}): ${waitingDomains.join(', ')}${more}`]
      : []),
    ...describeUnreadable(report),
  ]
}

function describeUnreadable({
  unreadable,
  unreadableLines,
}: {
  readonly unreadable: number
  readonly unreadableLines: readonly { readonly line: number; readonly text: string; readonly reason: string }[]
}): string[] {
  if (unreadable === 0) return []
  const shown = unreadableLines.slice(0, MAX_SHOWN_LINES)
  const lines = shown.map(({ line, text, reason }) => `  line ${line}: ${JSON.stringify(text)}: ${reason}`)
  const rest = unreadable - shown.length
  return [`Not understood (${count(unreadable)}):`, ...lines, ...(rest > 0 ? [`  and ${count(rest)} more`] : [])]
}

interface Monitored {
  readonly state: 'on' | 'asked'
  readonly allowance: MonitoringAllowance
  /** The number of companies of the list, by state. */
  readonly counts: Readonly<Record<string, number>>
  readonly companies: readonly Pick<Progress, 'domain' | 'state' | 'boards' | 'openJobs' | 'firstVisitAt' | 'failure'>[]
}

/** Null: it is not monitored. */
async function monitoredOf(input: Input, db: Database, teamId: string, list: AccountList): Promise<Monitored | null> {
  const { LIST_MONITORING: mode, COLLECT_UNDOCUMENTED: allowed } = input.config
  const { monitoring } = monitoringAsJson(list, mode)
  if (monitoring === 'off') return null
  const pool = db.pool('settings')
  const all = await readListProgress(pool, teamId, list.id, { mode, allowed })
  return {
    state: monitoring,
    allowance: await readMonitoringAllowance(pool, teamId, mode),
    counts: Object.fromEntries(
      [...Map.groupBy(all, ({ state }) => state)].map(([state, { length }]) => [state, length]),
    ),
    companies: all.map(({ domain, state, boards, openJobs, firstVisitAt, failure }) => ({
      ...{ domain, state, boards, openJobs, firstVisitAt, failure },
    })),
  }
}

/** Off also if the operator has turned it off for all lists. */
function monitoringAsJson({ monitoredAt, monitoringApprovedAt }: AccountList, mode: ListMonitoring) {
  const isOn = mode === 'on' || (mode === 'approval' && monitoringApprovedAt !== null)
  return { monitoring: monitoredAt === null || mode === 'off' ? 'off' : isOn ? 'on' : 'asked' } as const
}

function describeAllowance({ limit, used, beyond }: MonitoringAllowance): string {
  const left = beyond > 0 ? `; ${count(beyond)} more are left out` : ''
  return `The team has ${count(used)} of ${count(limit)} companies watched${left} (watchedCompanies).`
}

function describeMonitored(monitored: Monitored | null): string[] {
  if (!monitored) return ['It is not monitored: bin/pro-signal lists monitor --help']
  if (monitored.state === 'asked')
    return ['Its monitoring waits for your approval: bin/pro-signal lists monitor --help']
  const counts = Object.entries(monitored.counts).map(
    ([state, n]) => `${count(n)} ${STATES[state as Progress['state']]}`,
  )
  return [`It is monitored: ${counts.join(', ')}.`, describeAllowance(monitored.allowance)]
}

const STATES: Readonly<Record<Progress['state'], string>> = {
  decision: 'with a board that waits for an owner of the team',
  operator: 'with a board that waits for you (bin/pro-signal matches list)',
  board: 'with a job board',
  nothing: 'without a public job board',
  unreachable: 'unreachable',
  looking: 'being looked at',
  queued: 'queued',
  beyond: 'beyond the limit',
  part: 'that are parts of other domains',
}

interface ShownList {
  readonly list: AccountList
  readonly entries: readonly ShownEntry[]
  readonly waiting: number
  readonly users: readonly { readonly kind: string; readonly name: string }[]
  readonly monitored: Monitored | null
}

function describeList({ list, entries, waiting, users, monitored }: ShownList): string {
  const rows = entries.map((entry) => [
    entry.domain,
    entry.companyName ?? 'waiting',
    entry.companyDomain === null || entry.companyDomain === entry.domain ? '' : entry.companyDomain,
  ])
  const rest = list.entries - entries.length
  return [
    `${list.name}: ${companies(list.entries)}, ${count(waiting)} of them not known yet.`,
    ...describeMonitored(monitored),
    ...users.map((user) => `Used by ${user.kind} ${JSON.stringify(user.name)}.`),
    ...(rows.length > 0 ? [table(['account', 'company', 'its domain'], rows)] : []),
    ...(rest > 0 ? [`and ${count(rest)} more: --json shows all of them`] : []),
  ].join('\n')
}

function asJson({ id, name, entries, createdAt, changedAt }: AccountList) {
  return { id, name, entries, createdAt, changedAt }
}

function entryAsJson({ domain, addedAt, companyId, companyName, companyDomain }: ShownEntry) {
  const company = companyId === null ? null : { id: companyId, name: companyName, domain: companyDomain }
  return { domain, addedAt, company }
}
