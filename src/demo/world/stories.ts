// Companies of the demo with one clear story each, such as "two security jobs at once". The generated world is ordinary:
// without these, some slices would be empty on some days. Signals are written as a source would write them, as lines.

import { type IncomingRecord, type IncomingSignal, parseRecord, Rejection } from '../../meaning/signals/index.ts'
import { dateOf } from './calendar.ts'
import { companyName } from './names.ts'

const DAY_SECONDS = 86_400
/** Beyond the names of any ordinary world. */
const FIRST_NAME = 14_500
const COMPANIES_PER_STORY = 4

type Line = Readonly<Record<string, unknown>>
type Story = (nth: number) => readonly Line[]

/** An old job of another kind: the company has been monitored for a long time. */
const before = (title = 'Office Manager') => job(title, 600, { status: 'closed', closedDaysAgo: 560 })

const STORIES: Readonly<Record<string, Story>> = {
  salesLeader: (nth) => [
    before(),
    job(pick(['VP of Sales', 'Chief Revenue Officer, Sales', 'Head of Sales'], nth), nth === 3 ? 104 : 20 + nth),
    ...pick(
      [
        [job('Sales Director', 31)],
        [job('Chief Revenue Officer, Sales', 24, { location: 'Munich' })],
        [job('Head of Sales', 64, { location: 'Munich' })],
        [],
      ],
      nth,
    ),
    tool(pick(['Outreach', 'Salesloft'], nth), 410, { change: 'in_use' }),
    ...crmOf(nth),
  ],
  aiSdr: (nth) => [
    before(),
    job(pick(['AI SDR', 'GTM Engineer'], nth), 9 + nth),
    ...(nth === 0 ? [tool('Outreach', 200, { change: 'in_use' }), job('AI SDR', 75, { location: 'Munich' })] : []),
    ...(nth === 1 ? [tool('Clay', 210, { change: 'in_use' })] : []),
    ...(nth === 2 ? [job('AI SDR', 14, { location: 'Munich' })] : []),
    ...crmOf(nth),
  ],
  revops: (nth) => [
    before(),
    job(pick(['RevOps Manager', 'Senior RevOps Analyst'], nth), nth === 3 ? 84 : 12 + nth),
    ...(nth === 0 ? [job('RevOps Manager', 61, { location: 'Munich' })] : []),
    ...(nth === 1 ? [job('RevOps Engineer', 35)] : []),
    nth < 2
      ? tool(pick(['Salesforce Sales Cloud', 'Pipedrive'], nth), 500, { change: 'in_use' })
      : stated('Salesforce Sales Cloud', 12 + nth, { change: 'in_use' }, 'You administer our Salesforce Sales Cloud.'),
    tool(pick(['Outreach', 'Tableau'], nth), 300, { change: 'in_use' }),
  ],
  firstInFunction: (nth) => [
    before(),
    job(pick(['Legal Counsel', 'Data Analyst', 'Payroll Specialist'], nth), 15 + nth),
  ],
  newCountry: (nth) => [
    before(),
    job('Account Executive', 40, pick([WARSAW, SINGAPORE], nth)),
    job('Country Manager', 30, pick([WARSAW, SINGAPORE], nth)),
    job('Customer Success Manager', 12, pick([WARSAW, SINGAPORE], nth)),
    tool(pick(['HubSpot CRM', 'Personio'], nth), 450, { change: 'in_use' }),
  ],
  security: (nth) => [
    before(),
    job('Security Engineer', nth === 3 ? 45 : 25 + nth),
    job(nth === 3 ? 'Head of Information Security' : 'Information Security Analyst', nth === 3 ? 40 : 10 + nth),
    ...(nth < 3 ? [tool(pick(['Vanta', 'Okta'], nth), 200, { change: 'in_use' })] : []),
    ...(nth === 2 ? [tool('Okta', 220, { change: 'in_use' })] : []),
    ...(nth === 3
      ? [job('Security Engineer', 110, { location: 'Munich' }), tool('Amazon Web Services', 400, { change: 'in_use' })]
      : []),
  ],
  dataMove: (nth) => [
    before(),
    job('Data Engineer', 20 + nth),
    ...(nth === 0 ? [job('Analytics Engineer', 33)] : []),
    nth < 3
      ? tool(pick(['Snowflake', 'BigQuery'], nth), 35 + nth, { change: 'adopted' })
      : stated('Snowflake', 38, { change: 'adopted' }, 'You migrate our reports to Snowflake.'),
    tool('Amazon Redshift', nth < 2 ? 30 : 400, { change: nth < 2 ? 'dropped' : 'in_use' }),
    tool(pick(['Fivetran', 'Looker'], nth), 300, { change: 'in_use' }),
    ...(nth === 2 ? [tool('Looker', 310, { change: 'in_use' })] : []),
  ],
  support: (nth) => [
    before(),
    ...['Customer Support Specialist', 'Technical Support Engineer', 'Support Team Lead'].map((title, at) =>
      job(title, 10 + at + nth),
    ),
    nth < 3
      ? tool(pick(['Zendesk Support', 'Freshdesk'], nth), 400, { change: 'in_use' })
      : stated('Zendesk Support', 13, { change: 'in_use' }, 'You answer our customers in Zendesk Support.'),
    ...(nth === 0 ? [tool('Intercom Fin', 150, { change: 'in_use' })] : []),
    ...(nth === 1 ? [job('Customer Support Specialist', 112, { location: 'Munich' })] : []),
    ...(nth === 2 ? [page('ai_product_page', '/assistant', 17, 'AI assistant for customers')] : []),
  ],
  displaced: (nth) => [
    before(),
    // If only an ad says that it was dropped, no scanner has seen it: that would overrule the ad.
    ...(nth % 4 === 2 ? [] : [tool('HubSpot CRM', 500, { change: 'in_use' })]),
    pick(
      [
        tool('HubSpot CRM', 30, { change: 'dropped' }),
        tool('Pipedrive', 31, { change: 'adopted' }),
        stated('HubSpot CRM', 32, { change: 'dropped' }, 'We moved off HubSpot CRM this spring.'),
        tool('HubSpot CRM', 33, { change: 'dropped' }),
      ],
      nth,
    ),
    ...(nth === 0 ? [tool('Pipedrive', 45, { change: 'adopted' })] : []),
    ...(nth === 2 ? [tool('Salesforce Sales Cloud', 400, { change: 'in_use' })] : []),
  ],
  fundedNotHiring: (nth) => [
    before(),
    round(20 + nth),
    ...(nth === 0 ? [tool('HubSpot CRM', 500, { change: 'in_use' })] : []),
    ...(nth === 1
      ? ['Backend Engineer', 'Frontend Engineer', 'QA Engineer'].map((title, at) => job(title, 70 + at))
      : []),
  ],
  slowingDown: (nth) => [
    ...['Software Engineer', 'Account Executive', 'Product Designer', 'Data Analyst', 'Recruiter', 'Controller'].map(
      (title, at) => job(title, 80 + 5 * at + nth, { status: 'closed', closedDaysAgo: 4 + at }),
    ),
    ...(nth === 0 ? [job('Office Manager', 120), tool('HubSpot CRM', 500, { change: 'in_use' }), round(240)] : []),
  ],
  earlyAi: (nth) => [
    before(),
    nth < 2
      ? tool(pick(['OpenAI API', 'LangChain'], nth), 120 + nth, { change: 'adopted' })
      : stated('OpenAI API', 122, { change: 'in_use' }, 'Our assistant is built on the OpenAI API.'),
    ...(nth === 0 ? [tool('LlamaIndex', 90, { change: 'adopted' }), tool('Snowflake', 500, { change: 'in_use' })] : []),
    ...(nth === 1 ? [tool('Amazon Web Services', 500, { change: 'in_use' })] : []),
    job('Machine Learning Engineer', 20 + nth),
    page('llms_txt', '/llms.txt', 300, 'llms.txt'),
  ],
  aiSwitch: (nth) => [
    before(),
    nth < 2
      ? tool(pick(['Cursor', 'Claude Code'], nth), 25 + nth, { change: 'adopted' })
      : stated('Cursor', 25 + nth, { change: 'adopted' }, 'Our engineers write code with Cursor.'),
    tool('Tabnine', pick([20, 700], nth), { change: pick(['dropped', 'in_use'], nth) }),
  ],
}

const WARSAW = { location: 'Warsaw', country: 'PL' }
const SINGAPORE = { location: 'Singapore', country: 'SG' }

function pick<T>(values: readonly T[], nth: number): T {
  return values[nth % values.length] as T
}

type JobLine = {
  readonly status?: string
  readonly closedDaysAgo?: number
  readonly location?: string
  readonly country?: string
}

function job(jobTitle: string, daysAgo: number, { closedDaysAgo, ...more }: JobLine = {}): Line {
  const place = { location: 'Berlin', country: 'DE', ...more }
  return {
    type: 'hiring',
    source: 'careers-pages',
    daysAgo,
    closedDaysAgo,
    confidence: 0.95,
    label: `Hiring ${jobTitle} in ${place.location}`,
    jobTitle,
    ...place,
  }
}

function tool(name: string, daysAgo: number, { change }: { readonly change: string }): Line {
  const verb = { adopted: 'Adopted', in_use: 'Uses', dropped: 'Dropped' }[change]
  return { type: 'tool', source: 'tag-scanner', daysAgo, confidence: 0.9, label: `${verb} ${name}`, tool: name, change }
}

/** As worded in a job description. */
function stated(name: string, daysAgo: number, change: { readonly change: string }, evidence: string): Line {
  const confidence = change.change === 'dropped' ? 0.5 : 0.75
  return {
    ...tool(name, daysAgo, change),
    ...{ source: 'job-post-mentions', confidence, basis: 'stated', evidence },
  }
}

/** What is known about the CRM: it is in use, one job ad says so, one asks for it, or nothing. */
function crmOf(nth: number): readonly Line[] {
  const sentence = 'You keep our HubSpot CRM clean.'
  return [
    [tool('HubSpot CRM', 420, { change: 'in_use' })],
    [{ ...stated('HubSpot CRM', 12, { change: 'in_use' }, sentence), confidence: 0.6 }],
    [
      {
        ...stated(
          'Salesforce Sales Cloud',
          12,
          { change: 'in_use' },
          'Experience with Salesforce Sales Cloud required.',
        ),
        ...{ label: 'Asks for Salesforce Sales Cloud skills', basis: 'asked', confidence: 0.45 },
      },
    ],
    [],
  ][nth % COMPANIES_PER_STORY] as readonly Line[]
}

function round(daysAgo: number): Line {
  const label = 'Raised $9M Series A led by Harbour Ventures'
  const fields = { round: 'series_a', amountUsd: 9_000_000, investors: ['Harbour Ventures'] }
  return { type: 'funding', source: 'newsroom', daysAgo, confidence: 0.95, label, ...fields }
}

function page(kind: string, path: string, daysAgo: number, label: string): Line {
  return { type: 'web', source: 'site-crawler', daysAgo, confidence: 0.9, label, kind, path, change: 'launched' }
}

/** `until` is in Unix seconds. */
export function* demoStories(until: number): Generator<IncomingRecord> {
  let index = FIRST_NAME
  for (const story of Object.values(STORIES)) {
    for (let nth = 0; nth < COMPANIES_PER_STORY; nth++) yield* companyWith(index++, story(nth), until)
  }
}

function* companyWith(index: number, lines: readonly Line[], until: number): Generator<IncomingRecord> {
  const { name, domain } = companyName(index, 0)
  const today = Math.floor(until / DAY_SECONDS) * DAY_SECONDS
  yield {
    record: 'company',
    company: {
      domain,
      name,
      hqCountry: 'DE',
      employeeCount: 60 + (index % 7) * 45,
      fundingStage: 'series_a',
      industry: 'software',
      website: `https://${domain}`,
    },
  }
  for (const [at, { daysAgo, closedDaysAgo, path, ...line }] of lines.entries()) {
    const day = (ago: unknown) => dateOf(today - Number(ago) * DAY_SECONDS)
    const record = parseRecord(
      {
        record: 'signal',
        company: domain,
        key: `${domain}/stories/${at + 1}`,
        occurredAt: day(daysAgo),
        ...(closedDaysAgo !== undefined && { closedAt: day(closedDaysAgo) }),
        ...(path !== undefined && { pageUrl: `https://${domain}${path}` }),
        ...line,
      },
      until,
    )
    if (record instanceof Rejection) throw new Error(`${domain}: ${record.reason}`)
    yield record as IncomingSignal
  }
}
