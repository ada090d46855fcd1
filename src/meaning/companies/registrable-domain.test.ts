import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/harness/fast-check.ts'
import { normaliseDomain } from './domains.ts'
import { readDomain } from './read-domain.ts'
import { isSharedHost, refusalOf } from './refused-hosts.ts'
import { registrableDomain } from './registrable-domain.ts'

const owners: [given: string, registrable: string][] = [
  ['jobs.acme.example', 'acme.example'],
  ['acme.example', 'acme.example'],
  ['eu.jobs.acme.example', 'acme.example'],
  ['careers.acme.co.uk', 'acme.co.uk'],
  ['acme.co.uk', 'acme.co.uk'],
  ['jobs.acme.com', 'acme.com'],
  ['jobs.xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ['acme.test', 'acme.test'],
  ['a.b.acme.invalid', 'acme.invalid'],
  ['shop.acme.uk.com', 'acme.uk.com'],
  ['acme.vercel.app', 'acme.vercel.app'],
  ['www2.acme.vercel.app', 'acme.vercel.app'],
  ['vercel.app', 'vercel.app'],
]
for (const [given, registrable] of owners) {
  test(`${given} is ${registrable}`, () => {
    assert.equal(registrableDomain(given), registrable)
    assert.equal(registrableDomain(given), registrable, 'from the cache too')
  })
}

test('the registrable domain of a registrable domain is itself', () => {
  fc.assert(
    fc.property(fc.domain(), (text) => {
      const domain = normaliseDomain(text)
      if (domain === undefined) return
      const registrable = registrableDomain(domain)
      assert.equal(registrableDomain(registrable), registrable)
      assert.ok(domain === registrable || domain.endsWith(`.${registrable}`))
    }),
    { numRuns: 500 },
  )
})

const refused: [domain: string, reason: RegExp][] = [
  ['boards.greenhouse.io', /greenhouse\.io is a job board that many companies use: use the company's own domain/],
  ['jobs.lever.co', /lever\.co is a job board/],
  ['acme.recruitee.com', /recruitee\.com is a job board/],
  ['acme.wd5.myworkdayjobs.com', /myworkdayjobs\.com is a job board/],
  ['acme.jobs.personio.de', /personio\.de is a job board/],
  ['de.linkedin.com', /linkedin\.com is a social network/],
  ['acme.github.io', /github\.io is a code host/],
  ['mail.yahoo.com', /yahoo\.com is a mail service/],
  ['sites.google.com', /sites\.google\.com is a shared site/],
  ['acme.wordpress.com', /wordpress\.com is a website builder/],
  ['co.uk', /under co\.uk everybody can register a domain/],
]
for (const [domain, reason] of refused) {
  test(`${domain} is refused as a company`, () => assert.match(refusalOf(domain) ?? '', reason))
}

for (const domain of [
  'greenhouse.io',
  'linkedin.com',
  'lever.co',
  'github.com',
  'gmail.com',
  'google.com',
  'wix.com',
]) {
  test(`the bare domain ${domain} is its own company`, () => assert.equal(refusalOf(domain), undefined))
}

test('hosts that websites of many companies redirect to are shared', () => {
  for (const domain of [
    'facebook.com',
    'x.com',
    'linktr.ee',
    'github.com',
    'wix.com',
    'hugedomains.com',
    'vercel.app',
  ]) {
    assert.ok(isSharedHost(domain), domain)
  }
  for (const domain of ['acme.example', 'acme.vercel.app', 'acme.co.uk']) assert.ok(!isSharedHost(domain), domain)
})

const read: [text: string, domain: string][] = [
  ['Acme.example', 'acme.example'],
  ['https://www.acme.example/jobs?id=4', 'acme.example'],
  ['acme.example/jobs', 'acme.example'],
  ['acme.example:8443/', 'acme.example'],
  ['someone@acme.example', 'acme.example'],
  ['mailto:someone@jobs.acme.example', 'jobs.acme.example'],
  ['https://linkedin.com', 'linkedin.com'],
  ['https://github.com/', 'github.com'],
]
for (const [text, domain] of read) {
  test(`${text} names ${domain}`, () => assert.deepEqual(readDomain(text), { domain }))
}

for (const text of [
  'linkedin.com/company/x',
  'https://github.com/acme',
  'someone@gmail.com',
  'boards.greenhouse.io/acme',
]) {
  test(`${text} names no company`, () => {
    const answer = readDomain(text)
    assert.ok(answer && 'refused' in answer)
    assert.match(answer.refused, /use the company's own domain$/)
  })
}

test('other text names nothing', () => {
  for (const text of ['', 'acme', 'a b.example', 'ftp://acme.example/', '@acme', '127.0.0.1', 'a@b@c.example']) {
    assert.equal(readDomain(text), undefined, text)
  }
})
