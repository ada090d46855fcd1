import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EmployerKind } from '../../closed-sets/signals.ts'
import { decideEmployerKind, postsOwnJobs, shownEmployerKind } from './employer-kind.ts'
import { kindByJobs } from './kind-by-jobs.ts'

const cases: [name: string, industry: string, kind: EmployerKind][] = [
  ['Northwind Staffing', 'unknown', 'agency'],
  ['Northwind Staffing Solutions Ltd', 'unknown', 'agency'],
  ['Müller Personaldienstleistungen GmbH', 'unknown', 'agency'],
  ['Müller Arbeitnehmerüberlassung', 'unknown', 'agency'],
  ['Contoso Executive Search', 'unknown', 'agency'],
  ['Contoso', 'staffing_and_recruiting', 'agency'],
  ['Contoso', 'job_marketplace', 'marketplace'],
  ['The Contoso Job Board', 'unknown', 'marketplace'],
  ['Contoso Recruiting Software', 'unknown', 'unknown'],
  ['Contoso', 'recruiting_software', 'unknown'],
  ['Contoso Executive Education', 'education', 'unknown'],
  ['Agency Contoso', 'marketing', 'unknown'],
  ['Contoso Marketplace', 'e_commerce', 'unknown'],
  ['Personal Finance Contoso', 'finance', 'unknown'],
  ['Contoso Talent Search', 'retail', 'agency'],
  ['Contoso Interim Jobs', 'unknown', 'agency'],
  ['Contoso Search & Selection', 'unknown', 'agency'],
  ['Contoso Ricerca e Selezione', 'unknown', 'agency'],
  ['Contoso', 'travail_temporaire', 'agency'],
  ['Contoso', 'personalberatung', 'agency'],
  ['Contoso', 'empresa_de_trabajo_temporal', 'agency'],
  ['Contoso', 'portal_de_empleo', 'marketplace'],
  ['Contoso', 'vacaturebank', 'marketplace'],
  ['Contoso Talent Search Software', 'unknown', 'unknown'],
  ['Contoso Talent', 'media', 'unknown'],
  ['Contoso Search', 'internet', 'unknown'],
  ['Contoso Interim Management', 'unknown', 'unknown'],
]
for (const [name, industry, kind] of cases) {
  test(`${name} (${industry}) is ${kind}`, () => {
    assert.equal(shownEmployerKind({ name, industry, employerKind: 'unknown' }), kind)
  })
}

test('what a record states wins', () => {
  const staffing = { name: 'Northwind Staffing', industry: 'staffing' }
  assert.equal(shownEmployerKind({ ...staffing, employerKind: 'direct' }), 'direct')
  assert.equal(shownEmployerKind({ ...staffing, employerKind: 'marketplace' }), 'marketplace')
})

test('jobs of agencies and marketplaces are not their own', () => {
  assert.deepEqual((['direct', 'agency', 'marketplace', 'unknown'] as const).map(postsOwnJobs), [
    true,
    false,
    false,
    true,
  ])
})

const CLIENT = 'Our client is looking for a cook.'
const jobs = (own: number, forClients: number) => [
  ...Array.from({ length: own }, () => ({})),
  ...Array.from({ length: forClients }, () => ({ forClient: CLIENT })),
]

test('a company is an agency if at least half of its jobs, and two, are for clients', () => {
  const kindOf = (own: number, forClients: number) => kindByJobs(jobs(own, forClients)).textsKind
  assert.deepEqual([kindOf(0, 1), kindOf(0, 2), kindOf(2, 2), kindOf(3, 2)], [null, 'agency', 'agency', null])
  assert.equal(kindByJobs(jobs(0, 2)).textsWhy, `Most of its jobs are for clients, such as: "${CLIENT}"`)
})

test('a company is a marketplace if at least half of its jobs name other employers, five or more', () => {
  const naming = (...employers: string[]) => kindByJobs([...employers.map((employer) => ({ employer })), {}, {}])
  assert.equal(naming('A', 'B', 'C', 'D').textsKind, null)
  assert.equal(naming('A', 'A', 'A', 'A', 'A', 'B').textsKind, null, 'one employer is no marketplace')
  const { textsKind, textsWhy } = naming('A', 'B', 'C', 'D', 'E')
  assert.deepEqual(
    [textsKind, textsWhy],
    ['marketplace', 'Most of its jobs are those of other employers, such as A, B, C.'],
  )
})

test('a company is a marketplace if half of its jobs for others are for people who are their own boss, or at partners', () => {
  const boss = { forClient: 'Be your own boss.' }
  const kindOf = (own: number, forClients: number, bosses: number) =>
    kindByJobs([...jobs(own, forClients), ...Array.from({ length: bosses }, () => boss)]).textsKind
  assert.deepEqual([kindOf(0, 0, 1), kindOf(0, 0, 2), kindOf(3, 0, 2)], [null, 'marketplace', null])
  assert.deepEqual([kindOf(0, 2, 2), kindOf(0, 3, 2)], ['marketplace', 'agency'])
  assert.equal(kindByJobs([boss, boss]).textsWhy, 'Most of its jobs are not its own, such as: "Be your own boss."')
})

test('the operator decides, then records, industry and name, then the jobs; each with the reason', () => {
  const texts = { textsKind: 'agency', textsWhy: 'Its jobs.' } as const
  const contoso = { name: 'Contoso', industry: 'unknown', employerKind: 'unknown', ...texts } as const
  assert.deepEqual(decideEmployerKind(contoso), { kind: 'agency', reason: 'Its jobs.' })
  const staffing = { ...contoso, name: 'Contoso Staffing', textsKind: null }
  assert.deepEqual(decideEmployerKind(staffing), { kind: 'agency', reason: 'Its name says "staffing".' })
  const { kind, reason } = decideEmployerKind({ ...staffing, industry: 'job_board' })
  assert.deepEqual([kind, reason], ['marketplace', 'Its industry is job_board.'])
  assert.equal(shownEmployerKind({ ...staffing, employerKind: 'direct' }), 'direct')
  const overruled = decideEmployerKind({ ...contoso, employerKind: 'agency', operatorKind: 'direct' })
  assert.deepEqual(overruled, { kind: 'direct', reason: 'The operator decided that it is a direct employer.' })
})

test('a consultancy isn’t an agency, whatever its jobs say about clients', () => {
  const texts = { employerKind: 'unknown', textsKind: 'agency', textsWhy: 'Its jobs.' } as const
  assert.equal(shownEmployerKind({ name: 'Contoso Consulting', industry: 'unknown', ...texts }), 'unknown')
  assert.equal(shownEmployerKind({ name: 'Contoso', industry: 'management_consulting', ...texts }), 'unknown')
  assert.equal(shownEmployerKind({ name: 'Contoso Recruitment Consultants', industry: 'unknown', ...texts }), 'agency')
})
