import assert from 'node:assert/strict'
import { test } from 'node:test'
import { employmentOf, workplaceByFlags, workplaceInWords, workplaceOf } from './job-words.ts'

test('kinds of employment in the words of boards', () => {
  const words = {
    full_time: [
      'FullTime',
      'Full-time',
      'fulltime_permanent',
      'Permanent',
      'Vollzeit',
      'Regular',
      'FULL_TIME',
      'full-or-part-time',
      'Voll- oder Teilzeit',
      'Part-time / Full-time',
    ],
    part_time: ['PartTime', 'Part-time', 'parttime', 'Teilzeit', 'Part Time, permanent'],
    contract: ['Contract', 'CONTRACTOR', 'Freelance'],
    temporary: ['Temporary', 'Fixed-term', 'befristet', 'TEMPORARY'],
    internship: ['Intern', 'Internship', 'INTERN', 'Praktikum', 'Stage', 'Full-time internship'],
  }
  for (const [kind, texts] of Object.entries(words))
    for (const text of texts) assert.equal(employmentOf(text), kind, text)
  for (const text of ['', 'OTHER', 'Exempt', 7, undefined]) assert.equal(employmentOf(text), undefined, String(text))
})

test('a word that every object has as a property isn’t a workplace', () => {
  for (const word of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty']) {
    assert.equal(workplaceOf(word), undefined, word)
  }
})

test('workplaces in the words and flags of boards', () => {
  assert.deepEqual(['OnSite', 'on-site', 'Hybrid', 'Remote', 'fully', 'none', 'unspecified', null].map(workplaceOf), [
    'onsite',
    'onsite',
    'hybrid',
    'remote',
    'remote',
    'onsite',
    undefined,
    undefined,
  ])
  assert.equal(workplaceByFlags(true, true), 'hybrid')
  assert.equal(workplaceByFlags(true, false), 'remote')
  assert.equal(workplaceByFlags(false, false), undefined)
  assert.equal(workplaceInWords('Berlin (hybrid) or remote'), 'hybrid')
  assert.equal(workplaceInWords('Remoteville'), undefined)
})
