import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountDomains } from './account-domain.ts'

const read: [written: string, ...domains: string[]][] = [
  ['acme.example', 'acme.example'],
  [' ACME.Example. ', 'acme.example'],
  ['www.acme.example', 'acme.example'],
  ['https://www.acme.example/careers?x=1#top', 'acme.example'],
  ['http://acme.example:8080', 'acme.example'],
  ['//acme.example/a', 'acme.example'],
  ['acme.example/jobs', 'acme.example'],
  ['a.buyer+list@acme.example', 'acme.example'],
  ['<buyer@acme.example>', 'acme.example'],
  ['mailto:buyer@mail.acme.example', 'mail.acme.example', 'acme.example'],
  ['jobs.eu.acme.co.uk', 'jobs.eu.acme.co.uk', 'acme.co.uk'],
  ['https://user:secret@acme.example/', 'acme.example'],
  ['https://www.bücher.example', 'xn--bcher-kva.example'],
  // Hosts that many companies use belong to no company, and their bare domains to their owner.
  ['https://boards.greenhouse.io/acme'],
  ['buyer@gmail.com'],
  ['greenhouse.io', 'greenhouse.io'],
]

for (const [written, ...domains] of read) {
  test(`${JSON.stringify(written)} stands for ${domains.join(' or ') || 'no company'}`, () =>
    assert.deepEqual(accountDomains(written), domains))
}

for (const written of [
  '',
  ' ',
  'acme',
  'Acme Inc',
  '127.0.0.1',
  'http://10.0.0.1/',
  '@acme',
  'a@b@c.example',
  '//',
  'https://',
  `${'a'.repeat(3_000)}.example`,
]) {
  test(`${JSON.stringify(written.slice(0, 20))} has no domain`, () => assert.equal(accountDomains(written), undefined))
}
