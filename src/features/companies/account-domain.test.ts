import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountHost, candidateDomains } from './account-domain.ts'

const read: [written: string, host: string][] = [
  ['acme.example', 'acme.example'],
  [' ACME.Example. ', 'acme.example'],
  ['www.acme.example', 'acme.example'],
  ['https://www.acme.example/careers?x=1#top', 'acme.example'],
  ['http://acme.example:8080', 'acme.example'],
  ['//acme.example/a', 'acme.example'],
  ['acme.example/jobs', 'acme.example'],
  ['jane.doe+list@acme.example', 'acme.example'],
  ['<jane@acme.example>', 'acme.example'],
  ['mailto:jane@mail.acme.example', 'mail.acme.example'],
  ['https://user:secret@acme.example/', 'acme.example'],
  ['https://medium.example/@acme', 'medium.example'],
  ['https://www.bücher.example', 'xn--bcher-kva.example'],
]

for (const [written, host] of read) {
  test(`the domain in ${JSON.stringify(written)} is ${host}`, () => assert.equal(accountHost(written), host))
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
  test(`${JSON.stringify(written.slice(0, 20))} names no company`, () => assert.equal(accountHost(written), undefined))
}

test('a subdomain stands for the nearest domain above it that a company has', () => {
  assert.deepEqual(candidateDomains('jobs.eu.acme.example'), [
    'jobs.eu.acme.example',
    'eu.acme.example',
    'acme.example',
  ])
  assert.deepEqual(candidateDomains('acme.example'), ['acme.example'])
})
