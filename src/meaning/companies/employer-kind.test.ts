import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EmployerKind } from '../../closed-sets/signals.ts'
import { postsOwnJobs, shownEmployerKind } from './employer-kind.ts'

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
