import assert from 'node:assert/strict'
import { test } from 'node:test'
import { companyName } from './names.ts'

test('a million companies have different names and domains', () => {
  const domains = new Set<string>()
  for (let index = 0; index < 1_000_000; index++) domains.add(companyName(index, 12_345).domain)
  assert.equal(domains.size, 1_000_000)
})

test('names get longer with the number of companies, and domains are made from the names', () => {
  const words = (index: number) => companyName(index, 1).name.split(' ').length
  assert.deepEqual([0, 9_000, 100_000, 900_000, 40_000_000].map(words), [1, 1, 2, 3, 4])
  for (const index of [0, 20_000, 900_000]) {
    const { name, domain } = companyName(index, 7)
    assert.equal(domain, `${name.toLowerCase().replaceAll(' ', '-')}.example`)
  }
})
