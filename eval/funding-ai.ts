// `npm run eval:funding-ai`: the share of rounds that become funding_ai, on the demo world and on a world of 2,000
// ordinary companies, with twenty of each to look at.
//
// The ordinary world is seeded. Its shares are assumptions about companies of all industries: most use no AI of their
// own, many have an llms.txt, a chat widget or ChatGPT seats, and some investors have AI in their name.

import { DEMO_SIZE, demoWorld } from '../src/demo/index.ts'
import { type BaseSignal, contextOf, derive } from '../src/meaning/derived/index.ts'
import { fillFromDictionary, type IncomingRecord } from '../src/meaning/signals/index.ts'
import type { SignalType } from '../src/meaning/types/index.ts'

const DAY_SECONDS = 86_400
const UNTIL = Date.parse('2026-11-16') / 1_000
const say = (line: string) => process.stdout.write(`${line}\n`)

interface World {
  readonly name: string
  readonly facts: readonly BaseSignal[]
}

function report(title: string, worlds: Iterable<World>): void {
  let rounds = 0
  const found: string[] = []
  for (const { name, facts } of worlds) {
    rounds += facts.filter(({ type }) => type === 'funding').length
    const derived = derive(name, facts, contextOf(facts, { companyName: name }))
    for (const { type, label, fields } of derived) {
      if (type === 'funding_ai') found.push(`${name}: ${label.replace('Funding plus AI: ', '')} <- ${fields.evidence}`)
    }
  }
  say(`\n${title}: ${found.length} of ${rounds} rounds (${((100 * found.length) / rounds).toFixed(1)} %)`)
  const step = Math.max(1, Math.floor(found.length / 20))
  for (let i = 0; i < found.length && i < 20 * step; i += step) say(`  ${found[i]}`)
}

function* demo(): Generator<World> {
  const facts = new Map<string, BaseSignal[]>()
  for (const record of demoWorld({ ...DEMO_SIZE, until: UNTIL })) {
    if (record.record === 'signal')
      facts.set(record.company.domain, [...(facts.get(record.company.domain) ?? []), factOf(record)])
  }
  for (const [name, of] of facts) yield { name, facts: of }
}

function factOf({ source, url: _, ...signal }: IncomingRecord & { record: 'signal' }): BaseSignal {
  const { type, label, key, confidence, status, occurredAt, fields } = signal
  const times = { occurredAt, firstSeenAt: occurredAt, lastSeenAt: occurredAt }
  return { id: key, key, type, label, confidence, status, source: { name: source }, fields, ...times }
}

let state = 1
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const chance = (share: number) => random() < share
const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T

const TITLES = [
  ...['Store Associate', 'Warehouse Operative', 'Account Executive', 'Nurse', 'Electrician', 'Accountant', 'Line Cook'],
  ...['Customer Support Specialist', 'Software Engineer', 'Project Manager', 'HR Business Partner', 'Truck Driver'],
]
const AI_TITLES = ['Machine Learning Engineer', 'Head of AI', 'AI Product Manager', 'Data Scientist, LLM']
const TOOLS = ['HubSpot', 'Slack', 'Google Analytics', 'Salesforce', 'Shopify', 'Stripe', 'Zendesk', 'Mailchimp']
const AI_TOOLS = ['OpenAI API', 'Pinecone', 'LangChain', 'Amazon SageMaker', 'Anthropic API']
const INVESTORS = ['Northwind Ventures', 'AI Fund', 'Harbour Capital', 'Machine Learning Ventures', 'City Growth']
const ROUNDS = ['seed', 'series_a', 'series_b', 'debt', 'grant', 'unknown']

function* ordinary(): Generator<World> {
  for (let n = 0; n < 2_000; n++) {
    const name = chance(0.03) ? `Company ${n} AI` : `Company ${n}`
    const facts: BaseSignal[] = []
    const add = (type: SignalType, label: string, fields: BaseSignal['fields'], confidence = 0.5 + random() / 2) => {
      const key = `${n}-${facts.length}`
      const occurredAt = UNTIL - Math.floor(random() * 900) * DAY_SECONDS
      const times = { occurredAt, firstSeenAt: occurredAt, lastSeenAt: occurredAt }
      const certainty = Math.round(confidence * 100) / 100
      const rest = { status: 'active', source: { name: 'world' }, ...times } as const
      facts.push({
        id: key,
        key,
        type,
        label,
        confidence: certainty,
        fields: fillFromDictionary(type, fields),
        ...rest,
      })
    }
    const job = (jobTitle: string) => add('hiring', `Hiring: ${jobTitle}`, { jobTitle })
    const tool = (text: string) => add('tool', text, { tool: text, change: chance(0.6) ? 'in_use' : 'adopted' })
    for (let i = 0; i < random() * 12; i++) job(oneOf(TITLES))
    for (let i = 0; i < random() * 6; i++) tool(oneOf(TOOLS))
    if (chance(0.06)) job(oneOf(AI_TITLES))
    if (chance(0.08)) tool(oneOf(AI_TOOLS))
    if (chance(0.3)) tool('ChatGPT')
    for (const [kind, share] of [
      ['llms_txt', 0.2],
      ['ai_chat_widget', 0.15],
      ['ai_crawler_policy', 0.25],
      ['ai_feature', 0.06],
    ] as const) {
      if (chance(share)) add('web', kind, { kind, change: 'up' })
    }
    if (chance(0.3)) {
      const [round, investor] = [oneOf(ROUNDS), oneOf(INVESTORS)]
      const label = `${name} raises a ${round} round led by ${investor}${chance(0.05) ? ' for generative AI' : ''}`
      add('funding', label, { round, investors: [investor] })
    }
    yield { name, facts }
  }
}

report('Demo world', demo())
report('2,000 ordinary companies', ordinary())
