import type { Database } from '../../db/index.ts'
import { EMPLOYER_KINDS, type EmployerKind, normaliseDomain } from '../../meaning/companies/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { isUuid } from '../../platform/ids.ts'
import { Stamper } from '../../write/log/index.ts'
import {
  companyId,
  type DescribedCompany,
  decideKind,
  describeCompany,
  mergeCompanies,
  resolveDomains,
  splitCompany,
} from '../../write/write-path/index.ts'
import { wordOf } from '../arguments.ts'
import { command } from '../command.ts'
import { count, counted } from '../counted.ts'
import { columns } from '../table.ts'
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
]

/** Back to what records, the name and the jobs say. */
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
