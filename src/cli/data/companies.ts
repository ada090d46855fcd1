import { followListsAgain, forgetWatched } from '../../collect/collecting/index.ts'
import type { Database } from '../../db/index.ts'
import { EMPLOYER_KINDS, type EmployerKind, normaliseDomain } from '../../meaning/companies/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { isUuid } from '../../platform/ids.ts'
import { LOG_RETENTION_DAYS, Stamper } from '../../write/log/index.ts'
import {
  allowCompany,
  companyId,
  type DeletedCompany,
  type DescribedCompany,
  decideKind,
  deleteCompany,
  describeCompany,
  describeDeletion,
  listDeleted,
  mergeCompanies,
  resolveDomains,
  splitCompany,
} from '../../write/write-path/index.ts'
import { wordOf } from '../arguments.ts'
import { command } from '../command.ts'
import { count, counted } from '../counted.ts'
import { columns, table, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

export const companiesCommands = [
  command({
    name: 'companies show',
    words: '<domain|id>',
    maxWords: 1,
    summary: 'Show who a company is: its domains, what records state about it, and where its reports came from.',
    examples: ['companies show northwind.example', 'companies show jobs.northwind.example --json'],
    async run(input) {
      const word = wordOf(input, 'A domain or a company id is required.')
      const company = await withDatabase(input, (db) => findCompany(db, word))
      return { text: describe(company), json: asJson(company) }
    },
  }),
  command({
    name: 'companies kind',
    words: '<domain> <direct|agency|marketplace|unknown|automatic>',
    maxWords: 2,
    summary:
      'Decide what kind of employer a company is. Searches leave agencies and marketplaces out. No events are sent.',
    examples: ['companies kind northwind.example direct', 'companies kind northwind.example automatic --json'],
    async run(input) {
      const [word = '', kind = ''] = input.words
      const domain = domainOf(word, 'The company')
      const isKind = (text: string): text is EmployerKind => EMPLOYER_KINDS.some((each) => each === text)
      if (!isKind(kind) && kind !== AUTOMATIC) {
        const kinds = [...EMPLOYER_KINDS, AUTOMATIC].join(', ')
        throw new AppError('invalid', `The kind must be one of ${kinds}, not ${JSON.stringify(kind)}.`)
      }
      return withDatabase(input, async (db) => {
        await decideKind(db, new Stamper(db), { domain, kind: isKind(kind) ? kind : null })
        const company = await findCompany(db, domain)
        const { employerKind, employerKindReason } = company
        const text = `${company.domain}: ${employerKind}. ${employerKindReason ?? NO_REASON}`
        return { text, json: { ...idOf(company), employerKind, employerKindReason } }
      })
    },
  }),
  command({
    name: 'companies merge',
    summary: 'Merge two companies into one. Webhooks get updates of the signals that move; nothing is sent as new.',
    options: {
      from: { value: 'DOMAIN', required: true, description: 'The company that becomes part of the other.' },
      into: { value: 'DOMAIN', required: true, description: 'The company that stays.' },
    },
    examples: [
      'companies merge --from old.example --into new.example',
      'companies merge --from jobs.northwind.example --into northwind.example --json',
    ],
    async run(input) {
      const merge = { from: domainOf(input.text('from'), '--from'), into: domainOf(input.text('into'), '--into') }
      const { from, into, reports } = await withDatabase(input, (db) => mergeCompanies(db, new Stamper(db), merge))
      return {
        text: `Merged ${from.domain} into ${into.domain}: ${counted(reports, 'report')} moved. The id ${from.id} leads to ${into.id} now.\nTo undo it: bin/pro-signal companies split --domain ${from.domain} --from ${into.domain}`,
        json: { from: idOf(from), into: idOf(into), reports },
      }
    },
  }),
  command({
    name: 'companies split',
    summary: 'Make a domain a company of its own again, with the reports that were given under it.',
    options: {
      domain: { value: 'DOMAIN', required: true, description: 'An alias, a merged company or a subdomain.' },
      from: { value: 'DOMAIN', description: 'The company that it must belong to now, as a check.' },
    },
    examples: [
      'companies split --domain old.example --from new.example',
      'companies split --domain lab.northwind.example --json',
    ],
    async run(input) {
      const given = input.maybe('from')
      const split = {
        domain: domainOf(input.text('domain'), '--domain'),
        from: given === undefined ? undefined : domainOf(given, '--from'),
      }
      const { from, company, reports } = await withDatabase(input, (db) => splitCompany(db, new Stamper(db), split))
      const text = company
        ? `Split ${company.domain} from ${from.domain}: ${counted(reports, 'report')} moved. Its id is ${company.id}.`
        : `${split.domain} is no longer an alias of ${from.domain}. Nothing was reported under it.`
      return { text, json: { from: idOf(from), company: company ? idOf(company) : null, reports } }
    },
  }),
  command({
    name: 'companies delete',
    words: '<domain>',
    maxWords: 1,
    summary: 'Delete a company for good: its signals are retracted, and neither imports nor collecting bring it back.',
    options: { yes: { description: 'Delete it. Without this, the command only shows what it would delete.' } },
    examples: ['companies delete northwind.example', 'companies delete northwind.example --yes --json'],
    async run(input) {
      const domain = domainOf(wordOf(input, 'A domain is required.'), 'The company')
      return withDatabase(input, async (db) => {
        if (!input.on('yes')) throw notDeleted(await describeDeletion(db, domain))
        const { company, domains, reports } = await deleteCompany(db, new Stamper(db), domain)
        await forgetWatched(db, domains)
        const others = domains.length > 1 ? ` Its other domains were ${domains.slice(1).join(', ')}.` : ''
        const text = [
          `Deleted ${domain}: ${counted(reports, 'report')} retracted.${others}`,
          `Nothing new about it is stored. What is left of it goes after ${LOG_RETENTION_DAYS + 1} days, with the last events.`,
          `To let it come back: bin/pro-signal companies allow ${domain}`,
        ].join('\n')
        return { text, json: { deleted: idOf(company), domains, reports } }
      })
    },
  }),
  command({
    name: 'companies allow',
    words: '<domain>',
    maxWords: 1,
    summary: 'Let a deleted company come back with what is reported about it from now on.',
    examples: ['companies allow northwind.example', 'companies allow northwind.example --json'],
    async run(input) {
      const domain = domainOf(wordOf(input, 'A domain is required.'), 'The company')
      const domains = await withDatabase(input, async (db) => {
        const allowed = await allowCompany(db, new Stamper(db), domain)
        await followListsAgain(db.pool('ingest'))
        return allowed
      })
      const text = `${domains.join(', ')}: stored again from the next report on. What was deleted comes back only when a source reports it again.`
      return { text, json: { allowed: domains } }
    },
  }),
  command({
    name: 'companies deleted',
    summary: 'List the domains of deleted companies.',
    examples: ['companies deleted', 'companies deleted --json'],
    async run(input) {
      const deleted = await withDatabase(input, listDeleted)
      const rows = deleted.map(({ domain, deletedAt }) => [domain, time(deletedAt)])
      const text = rows.length > 0 ? table(['domain', 'deleted'], rows) : 'No company was deleted.'
      return { text, json: { deleted } }
    },
  }),
]

function notDeleted({ company, domains, reports }: DeletedCompany): AppError {
  const others = domains.length > 1 ? ` and the domains ${domains.slice(1).join(', ')}` : ''
  return new AppError(
    'conflict',
    `Nothing was deleted. ${company.name} (${company.domain}) has ${counted(reports, 'report')}${others}: add --yes to retract them and delete it.`,
  )
}

/** Back to records, the name and the jobs. */
const AUTOMATIC = 'automatic'
const NO_REASON = 'Nothing suggests that it posts jobs of other companies.'

async function findCompany(db: Database, word: string): Promise<DescribedCompany> {
  const pool = db.pool('settings')
  if (isUuid(word)) {
    const company = await describeCompany(pool, word.toLowerCase())
    if (company) return company
    throw new AppError('not_found', `No company has the id ${word}.`)
  }
  const domain = domainOf(word, 'The company')
  const { companies } = await resolveDomains(pool, [domain])
  const company = await describeCompany(pool, companies.get(domain)?.id ?? companyId(domain))
  if (company) return company
  throw new AppError('not_found', `No company has the domain ${domain}.`)
}

function domainOf(text: string, what: string): string {
  const domain = normaliseDomain(text)
  if (domain !== undefined) return domain
  throw new AppError('invalid', `${what} must be a domain such as northwind.example, not ${JSON.stringify(text)}.`)
}

const idOf = ({ id, domain, name }: { id: string; domain: string; name: string }) => ({ id, domain, name })

function describe(company: DescribedCompany): string {
  const { id, domain, name, fundingStage, statedStage, employerKind, statedKind, parent, aliases, signals, given } =
    company
  const { employerKindReason } = company
  const stated = (shown: string, said: string) => (shown === said ? shown : `${shown} (records state ${said})`)
  const rows = [
    ['id', id],
    ['domain', domain],
    ['name', name],
    ['aliases', aliases.map((alias) => alias.domain).join(', ') || '–'],
    ['parent', parent ?? '–'],
    ['stage', stated(fundingStage, statedStage)],
    ['employer', stated(employerKind, statedKind)],
    ['because', employerKindReason ?? NO_REASON],
    [
      'signals',
      Object.entries(signals)
        .map(([type, number]) => `${type} ${count(number)}`)
        .join(', ') || '–',
    ],
  ]
  const reports = given.map((each) => [`reports as ${each.domain}`, count(each.reports)])
  return columns([...rows, ...reports], '')
}

function asJson({ ordinal: _, ...company }: DescribedCompany) {
  return company
}
