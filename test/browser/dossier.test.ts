import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DossierReply, ExploreSignalReply } from '../../src/settings-contract/index.ts'
import { crmNote } from '../../web/src/pages/explore/dossier/crm-note.ts'
import { evidenceOf } from '../../web/src/pages/explore/dossier/evidence.ts'
import { initialsOf } from '../../web/src/parts/company/initials-of.ts'

const signal = (label: string, fields: object): ExploreSignalReply => ({
  id: label,
  type: 'hiring',
  label,
  confidence: 0.9,
  status: 'active',
  occurredAt: '2026-11-01T00:00:00.000Z',
  source: { name: 'careers', url: null },
  ...fields,
})

test('a statement has the signals as evidence whose words it contains, as whole words, and no others', () => {
  const signals = [
    signal('Hiring: AI SDR', { jobTitle: 'AI SDR' }),
    signal('Adopted OpenAI API', { type: 'tool', tool: 'OpenAI API' }),
    signal('Series A plus AI', { type: 'funding_ai', round: 'series_a' }),
    signal('Raised a Series A of $12m', { type: 'funding', round: 'series_a' }),
    signal('Hiring: SDR', { jobTitle: 'SDR' }),
  ]
  const evidence = (statement: string) => evidenceOf(statement, signals).map(({ id }) => id)
  assert.deepEqual(evidence('They posted an AI SDR 4 days ago.'), ['Hiring: AI SDR', 'Hiring: SDR'])
  assert.deepEqual(evidence('They adopted OpenAI API and raised a Series A.'), [
    'Adopted OpenAI API',
    'Raised a Series A of $12m',
  ])
  assert.deepEqual(evidence('They hire SDRs and raised money.'), [])
})

test('initials are of the first two words, whatever the name is made of', () => {
  const expected = { Northwind: 'N', 'Harbour Line Inc': 'HL', '“x” & co': 'XC', 'łódź-data': 'ŁD', '🚀': '🚀', '': '' }
  for (const [name, initials] of Object.entries(expected)) assert.equal(initialsOf(name), initials, name)
})

test('a note for a CRM says who, why now, what to say, which signals, and where to read more', () => {
  const dossier = {
    identity: {
      name: 'Northwind',
      domain: 'northwind.example',
      hqCountry: 'DE',
      employeeCount: 240,
      fundingStage: 'series_a',
      industry: 'unknown',
    },
    slices: [
      {
        label: 'Hiring for AI-led outbound',
        windowEndsAt: '2026-12-29T12:00:00.000Z',
        notebook: { whyNow: 'An AI SDR job is open.', talkingPoints: ['Ask who runs outbound.'] },
      },
    ],
    signals: [
      signal('Hiring: AI SDR', { source: { name: 'careers', url: 'https://northwind.example/jobs/1' } }),
      signal('Hiring: closed job', { status: 'closed' }),
    ],
  } as unknown as DossierReply
  assert.deepEqual(crmNote(dossier, 'https://signal.example/explore/companies/1').split('\n'), [
    'Northwind (northwind.example): Germany · 240 employees · Series A',
    '',
    'Why now (Hiring for AI-led outbound): An AI SDR job is open.',
    '- Ask who runs outbound.',
    'The window closes on 29 Dec 2026.',
    '',
    'Signals:',
    '- 1 Nov 2026: Hiring: AI SDR (https://northwind.example/jobs/1)',
    '',
    'https://signal.example/explore/companies/1',
  ])
})
