// Thirty made-up companies with a website and a job board, at two visits: between them jobs appear and go, and pages come.
// Their ads say what real ones say: tools that are used, asked for, left, named as examples, and those of customers.

import type { PostedJob } from '../../src/demo/board-server/formats.ts'
import { Random, seedOf } from '../../src/demo/world/random.ts'
import type { Employer } from '../boards.ts'

const NAMES = `Alderbrook Health, Brightwater Foods, Cinderfield Games, Dovetail Payroll, Eastmoor Rail, Fennel Kitchen,
  Glasswing Optics, Hartwell Insurance, Inkwell Press, Junction Cloud, Kingfisher Bank, Larkspur Travel, Millrace Energy,
  Northgate Robotics, Oakenshaw Legal, Pennant Sports, Quillon Security, Rosewood Living, Saltmarsh Marine, Thornbury Data,
  Underhill Audio, Valley Fresh, Whitby Textiles, Yewtree Schools, Zephyrine Mobility, Amberley Freight, Bellwether Retail,
  Copperline Telecom, Drayton Motors, Elmhurst Analytics`
  .split(',')
  .map((name) => name.trim())

const TITLES =
  `AI SDR, Sales Development Representative, Account Executive, VP of Sales, Head of Sales DACH, RevOps Manager,
  GTM Engineer, Data Engineer, Analytics Engineer, Machine Learning Engineer, Head of AI, Security Engineer,
  Head of Information Security, Customer Support Agent, Technical Support Specialist, Support Team Lead, Backend Engineer,
  Product Manager, Office Manager, Marketing Manager, Sales Intern, Warehouse Helper (seasonal), Talent Pool - Engineering,
  Account Manager (m/w/d), Financial Controller [REQ-8812], Werkstudent Vertrieb (m/w/d), Ingénieur Machine Learning H/F`
    .split(',')
    .map((title) => title.trim())

const CITIES = ['Berlin, Germany', 'London, UK', 'Austin, TX', 'Paris, France', 'Utrecht, Netherlands', 'Remote - EU']

/** Each company has a few of them, so that its ads agree with each other. */
const SENTENCES = [
  'We run our sales process in Salesforce, and you keep it clean.',
  'Our stack is built on AWS, Kubernetes and PostgreSQL.',
  'You administer our HubSpot instance and report to the CRO.',
  'We are moving from Zendesk to Intercom this quarter, and you lead the migration.',
  'Our warehouse is Snowflake, modelled in dbt and shown in Looker.',
  'Our support team answers 2,000 tickets a week in Zendesk.',
  'We ship features built on OpenAI models every week.',
  'Three years of experience with Salesforce are required.',
  'You know at least one cloud (AWS, GCP, Azure).',
  'Experience with HubSpot, Pipedrive or similar is a plus.',
  'You help customers connect their Shopify stores to our product.',
  'We do not use Jira, and we are proud of it.',
  'You position us against Gong and Outreach in enterprise deals.',
  'Wir arbeiten täglich mit Personio und Slack.',
  'Nous utilisons Notion et Linear pour tout documenter.',
]

const PAGES: Readonly<Record<string, string>> = {
  '/': '<a href="/careers">Careers</a><a href="/ai">Our AI assistant</a><h1>Meet our AI assistant</h1>',
  '/ai':
    '<h1>The AI assistant for your team</h1><p>Our AI product answers questions, drafts replies and finds errors.</p>',
  '/llms.txt': '# Company\n\n> What we make.\n\n- [Docs](/docs)\n',
}

const DAY = 86_400

function drawJob(
  random: Random,
  number: number,
  maxDays: number,
  sentences: readonly string[],
  now: number,
): PostedJob {
  const said = new Set([random.pick(sentences), random.pick(sentences)])
  return {
    id: String(number),
    title: random.pick(TITLES),
    location: random.pick(CITIES),
    postedAt: now - random.below(maxDays * DAY),
    description: `<h3>What you will do</h3><ul>${[...said].map((sentence) => `<li>${sentence}</li>`).join('')}</ul>`,
  }
}

/** What the companies show at the first and at the second visit. `now` in Unix seconds. */
export function collectedCompanies(now: number, seedName: string): readonly [readonly Employer[], readonly Employer[]] {
  const seed = seedOf(seedName)
  const drawn = NAMES.map((name, index) => {
    const random = new Random(seed, index)
    const slug = name.toLowerCase().replaceAll(' ', '-')
    const sentences = Array.from({ length: 4 }, () => random.pick(SENTENCES))
    const job = (number: number, maxDays: number) =>
      drawJob(random, (index + 1) * 1_000 + number, maxDays, sentences, now)
    const before = Array.from({ length: 3 + random.below(9) }, (_, n) => job(n, 120))
    const since = Array.from({ length: random.below(6) }, (_, n) => job(100 + n, 5))
    const stays = before.filter(() => random.chance(0.7))
    const hasAi = random.chance(0.4)
    const first = { slug, name, jobs: before }
    return [first, { slug, name, jobs: [...stays, ...since], ...(hasAi && { pages: PAGES }) }] as const
  })
  return [drawn.map(([first]) => first), drawn.map(([, second]) => second)]
}
