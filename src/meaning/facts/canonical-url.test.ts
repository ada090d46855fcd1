import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalUrl } from './canonical-url.ts'

test('plain URLs are read as the parser of URLs reads them', () => {
  for (const host of ['acme.example', 'www.acme.example', 'jobs-2.acme.co.uk', '1.2.3.example', 'a--b.example']) {
    for (const path of [
      '',
      '/',
      '/jobs/1',
      '/de/jobs/1/',
      '/de',
      '/a/apply',
      '/a.b/c~d-e_f',
      '/a//b',
      '/./a',
      '/a/..',
    ]) {
      const url = `https://${host}${path}`
      // A fragment is left out, and a URL with one isn't plain.
      assert.equal(canonicalUrl(url), canonicalUrl(`${url}#x`), url)
    }
  }
})

test('hosts that are none, or addresses, are left to the parser', () => {
  assert.equal(canonicalUrl('https://xn--a.example/x'), canonicalUrl('https://xn--a.example/x#x'))
  assert.equal(canonicalUrl('https://1.2.3/x'), '1.2.0.3/x')
  assert.equal(canonicalUrl('https://ACME.example/X'), 'acme.example/X')
  assert.equal(canonicalUrl('no url'), undefined)
})
