// Each shipped slice on small worlds: companies that must be in it, and companies that must not. Signals are facts, as the
// write path stores them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillFromDictionary, type Signal } from '../../meaning/signals/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import { sliceFor } from './definition/definition.ts'
import { sliceOf } from './membership.ts'
import { shippedSlices } from './shipped.ts'

const DAY = 86_400
const NOW = Date.UTC(2026, 10, 15, 12) / 1_000

type World = readonly Signal[]
type Fields = Signal['fields']

function fact(type: SignalType, daysAgo: number, fields: Fields, more: Partial<Signal> = {}): Signal {
  const occurredAt = NOW - daysAgo * DAY
  const times = { occurredAt, firstSeenAt: occurredAt, lastSeenAt: NOW }
  const label = String(fields.jobTitle ?? fields.tool ?? type)
  const id = `${type} ${daysAgo} ${label} ${JSON.stringify(more)}`
  return { id, type, label, confidence: 0.9, status: 'active', source: { name: 'test' }, fields, ...times, ...more }
}

const job = (jobTitle: string, daysAgo: number, fields: Fields = {}) => fact('hiring', daysAgo, { jobTitle, ...fields })
const closedJob = (daysAgo: number, closedDaysAgo: number) =>
  fact('hiring', daysAgo, { jobTitle: 'Designer' }, { status: 'closed', closedAt: NOW - closedDaysAgo * DAY })
const round = (daysAgo: number, name = 'series_a', label = '') =>
  fact('funding', daysAgo, fillFromDictionary('funding', { round: name }, label))
const tool = (name: string, daysAgo: number, change: string, fields: Fields = {}) =>
  fact('tool', daysAgo, { tool: name, change, ...fields }, change === 'dropped' ? {} : {})
const page = (kind: string, daysAgo: number, change = 'launched') => fact('web', daysAgo, { kind, change })

const CRM = { category: 'crm' }
const HUBSPOT = { family: 'hubspot', categories: ['crm', 'marketing_automation'] }
const SALESFORCE = { family: 'salesforce', categories: ['crm'] }
const LLM = { category: 'llm', ai: true }
const closed = (signal: Signal, closedDaysAgo: number): Signal => ({
  ...signal,
  status: 'closed',
  closedAt: NOW - closedDaysAgo * DAY,
})

interface Worlds {
  readonly in: Readonly<Record<string, World>>
  readonly out: Readonly<Record<string, World>>
  /** Worlds in which these types aren't monitored. */
  readonly notMonitored?: Readonly<Record<string, { readonly world: World; readonly types: readonly SignalType[] }>>
}

const WORLDS: Readonly<Record<string, Worlds>> = {
  'ai-sdr-hiring': {
    in: { 'an open AI SDR role': [job('AI SDR', 10)], 'a GTM engineer': [job('Senior GTM Engineer', 5)] },
    out: {
      'a closed one': [closed(job('AI SDR', 10), 1)],
      'an SDR': [job('SDR', 10)],
      'one that has been open for a year': [job('AI SDR', 370)],
      'an intern': [job('AI SDR Intern', 10, { seniority: 'intern' })],
      'a beginner': [job('Junior AI SDR', 10, { seniority: 'junior' })],
      'one for the season': [job('AI SDR', 10, { employmentType: 'temporary' })],
    },
  },
  'funded-ai-hiring': {
    in: { 'a round, then an AI job': [round(80), job('ML Engineer', 20, { ai: true })] },
    out: {
      'an AI job, then a round': [job('ML Engineer', 80, { ai: true }), round(20)],
      'a grant, then an AI job': [round(80, 'grant'), job('ML Engineer', 20, { ai: true })],
      'a round, then an AI job that is filled': [round(80), closed(job('ML Engineer', 20, { ai: true }), 2)],
    },
  },
  'early-ai-adopters': {
    in: {
      'a model API for two years and an AI job': [
        tool('OpenAI API', 700, 'in_use', LLM),
        job('ML Engineer', 20, { ai: true }),
      ],
    },
    out: {
      'an AI product page': [
        tool('OpenAI API', 90, 'adopted', LLM),
        job('ML Engineer', 20, { ai: true }),
        page('ai_product_page', 400, 'up'),
      ],
      'an AI feature': [
        tool('OpenAI API', 90, 'adopted', LLM),
        job('ML Engineer', 20, { ai: true }),
        page('ai_feature', 400, 'up'),
      ],
      'an AI job that sells': [
        tool('OpenAI API', 90, 'adopted', LLM),
        job('AI SDR', 20, { ai: true, function: 'sales' }),
      ],
      'a tool that was dropped': [
        closed(tool('OpenAI API', 90, 'adopted', LLM), 5),
        job('ML Engineer', 20, { ai: true }),
      ],
    },
    notMonitored: {
      'the website is not monitored': {
        world: [tool('OpenAI API', 90, 'adopted', LLM), job('ML Engineer', 20, { ai: true })],
        types: ['web'],
      },
    },
  },
  'fresh-funding': {
    in: { 'a series A': [round(30)] },
    out: {
      debt: [round(30, 'debt')],
      'a loan by its label': [round(30, 'undisclosed', 'Secures a $10M bank loan')],
      'an acquisition': [round(30, 'acquisition')],
      'a rumour': [round(30, 'series_a', 'In talks to raise a Series A')],
      'a round of last year': [round(300)],
    },
  },
  'hiring-surge': {
    in: { 'a surge': [fact('velocity', 10, { opened: 14, ratio: 3.2 })] },
    out: { 'many jobs without a surge': [job('Clerk', 1), job('Cook', 2), job('Driver', 3)] },
  },
  'website-ai-launch': {
    in: { 'a product page that was launched': [page('ai_product_page', 20)] },
    out: {
      'one that was there before': [page('ai_product_page', 20, 'up')],
      'a chat widget': [page('ai_chat_widget', 3)],
    },
  },
  'ai-tool-adopters': {
    in: { 'an AI tool adopted': [tool('Claude', 20, 'adopted', { ai: true })] },
    out: {
      'one in use before the first visit': [tool('Claude', 20, 'in_use', { ai: true })],
      'one dropped': [tool('Claude', 20, 'dropped', { ai: true })],
    },
  },
  'sales-leader-search': {
    in: {
      'an open VP of Sales': [job('VP of Sales', 20, { function: 'sales', seniority: 'vp' })],
      'one that nobody has taken for a quarter': [job('VP of Sales', 130, { function: 'sales', seniority: 'vp' })],
    },
    out: {
      'one that is open for half a year: it may be evergreen': [
        job('VP of Sales', 190, { function: 'sales', seniority: 'vp' }),
      ],
      'a sales manager': [job('Sales Manager', 20, { function: 'sales', seniority: 'manager' })],
      'a cover for a leave': [
        job('Head of Sales', 20, { function: 'sales', seniority: 'director', employmentType: 'temporary' }),
      ],
    },
  },
  'revops-build': {
    in: {
      'a RevOps role and a CRM for years': [
        job('RevOps Manager', 20),
        tool('Salesforce Sales Cloud', 900, 'in_use', CRM),
      ],
      'a CRM that is named by its family': [job('RevOps Manager', 20), tool('Salesforce', 900, 'in_use', SALESFORCE)],
    },
    out: { 'without a CRM': [job('RevOps Manager', 20)] },
  },
  'first-in-function': {
    in: { 'the first lawyer': [job('Legal Counsel', 20, { function: 'legal', first: true })] },
    out: { 'another one': [job('Legal Counsel', 20, { function: 'legal' })] },
    notMonitored: {
      'jobs are not monitored': { world: [job('Legal Counsel', 20, { first: true })], types: ['hiring'] },
    },
  },
  'new-country': {
    in: {
      'two jobs in a new country': [
        job('AE', 20, { country: 'PL', newCountry: true, opensCountry: true }),
        job('CSM', 9, { country: 'PL', newCountry: true, opensCountry: true }),
      ],
    },
    out: {
      'one job in each of two': [
        job('AE', 20, { country: 'PL', newCountry: true }),
        job('CSM', 9, { country: 'FR', newCountry: true }),
      ],
    },
  },
  'security-build-up': {
    in: {
      'two security jobs': [
        job('Security Engineer', 20, { function: 'security' }),
        job('CISO', 8, { function: 'security' }),
      ],
    },
    out: {
      'one, and one of last year': [
        job('Security Engineer', 20, { function: 'security' }),
        job('CISO', 300, { function: 'security' }),
      ],
    },
  },
  'data-stack-move': {
    in: {
      'a warehouse adopted and a data job': [
        job('Data Engineer', 20, { function: 'data' }),
        tool('Snowflake', 40, 'adopted', { category: 'data_warehouse' }),
      ],
    },
    out: {
      'a warehouse in use for years': [
        job('Data Engineer', 20, { function: 'data' }),
        tool('Snowflake', 40, 'in_use', { category: 'data_warehouse' }),
      ],
    },
  },
  'support-automation': {
    in: {
      'three support jobs and a desk': [
        ...[1, 2, 3].map((days) => job(`Support Specialist ${days}`, days, { function: 'support' })),
        tool('Zendesk Support', 900, 'in_use', { category: 'customer_support' }),
      ],
    },
    out: {
      'without a desk': [1, 2, 3].map((days) => job(`Support Specialist ${days}`, days, { function: 'support' })),
    },
  },
  'funded-not-hiring': {
    in: { 'a round and no job since': [round(30), closedJob(400, 380)] },
    out: {
      'a round and a closed job of last month': [round(30), closedJob(20, 5)],
      'a loan and no job since': [round(30, 'debt'), closedJob(400, 380)],
    },
    notMonitored: { 'jobs are not monitored': { world: [round(30)], types: ['hiring'] } },
  },
  'hiring-slow-down': {
    in: { 'five jobs closed and none opened': [80, 81, 82, 83, 84].map((days) => closedJob(days, 5)) },
    out: {
      'five closed and one opened': [...[80, 81, 82, 83, 84].map((days) => closedJob(days, 5)), job('Cook', 2)],
      'five closed half a year ago': [380, 381, 382, 383, 384].map((days) => closedJob(days, 180)),
    },
  },
  'tool-displacement': {
    in: {
      'HubSpot dropped': [tool('HubSpot', 30, 'dropped', CRM)],
      'a rival adopted beside it': [tool('HubSpot', 800, 'in_use', CRM), tool('Pipedrive', 30, 'adopted', CRM)],
      'a rival that is named by its family': [
        tool('HubSpot', 800, 'in_use', HUBSPOT),
        tool('Salesforce', 30, 'adopted', SALESFORCE),
      ],
    },
    out: {
      'another tool dropped': [tool('Pipedrive', 30, 'dropped', CRM)],
      'HubSpot in use, and no rival': [
        tool('HubSpot', 800, 'in_use', CRM),
        tool('Snowflake', 30, 'adopted', { category: 'data_warehouse' }),
      ],
      'both came close together: neither is the old one': [
        tool('HubSpot', 100, 'adopted', CRM),
        tool('Pipedrive', 30, 'adopted', CRM),
      ],
      'a rival that is only likely': [
        tool('HubSpot', 800, 'in_use', CRM),
        { ...tool('Pipedrive', 30, 'adopted', CRM), confidence: 0.6 },
      ],
      'an AI tool beside it, of which companies run several': [
        tool('HubSpot', 800, 'in_use', CRM),
        tool('Attio', 30, 'adopted', { ...CRM, ai: true }),
      ],
    },
  },
}

test('seventeen slices are shipped, each with its worlds', () => {
  assert.deepEqual(
    shippedSlices().map(({ definition }) => definition.slug),
    Object.keys(WORLDS).sort(),
  )
})

for (const shipped of shippedSlices()) {
  const { slug, parameter } = shipped.definition
  const slice = (parameter ? sliceFor(shipped, parameter.example) : shipped) ?? assert.fail()
  const isIn = (world: World, looked: readonly SignalType[] = SIGNAL_TYPES) =>
    sliceOf(slice, world, NOW, looked) !== undefined
  const worlds = WORLDS[slug]
  for (const [name, world] of Object.entries(worlds?.in ?? {})) {
    test(`${slug}: in: ${name}`, () => assert.ok(isIn(world)))
  }
  for (const [name, world] of Object.entries(worlds?.out ?? {})) {
    test(`${slug}: not in: ${name}`, () => assert.ok(!isIn(world)))
  }
  for (const [name, { world, types }] of Object.entries(worlds?.notMonitored ?? {})) {
    test(`${slug}: not in: ${name}`, () => {
      assert.ok(isIn(world))
      assert.ok(
        !isIn(
          world,
          SIGNAL_TYPES.filter((type) => !types.includes(type)),
        ),
      )
    })
  }
}
