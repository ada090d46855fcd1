import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowsPath, MAX_ROBOTS_BYTES, parseRobots, rulesFor } from './robots-txt.ts'

const allows = (text: string, path: string) => allowsPath(rulesFor(parseRobots(text), 'Pro-Signal'), path)

test('rules are taken from the groups that name the crawler, else from those for all', () => {
  const text = `User-agent: *
Disallow: /

User-agent: OtherBot
User-agent: pro-signal/2.0
Disallow: /private

User-agent: PRO-SIGNAL
Disallow: /draft`
  assert.equal(allows(text, '/'), true)
  assert.equal(allows(text, '/private/a'), false)
  assert.equal(allows(text, '/draft'), false)
  assert.equal(allowsPath(rulesFor(parseRobots(text), 'Some'), '/'), false)
  assert.equal(allowsPath(rulesFor(parseRobots(text), 'Pro'), '/'), false, 'a part of the name is not the name')
})

test('the longest rule decides, and Allow wins a tie', () => {
  const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c\nDisallow:'
  const asked = ['/', '/a', '/a/', '/a/b', '/a/bc', '/c', '/abc']
  assert.deepEqual(
    asked.filter((path) => allows(text, path)),
    ['/', '/a/b', '/a/bc', '/c'],
  )
})

test('stars and ends', () => {
  const cases: [pattern: string, path: string, isAllowed: boolean][] = [
    ['/*.pdf$', '/a.pdf', false],
    ['/*.pdf$', '/a.pdf?x', true],
    ['/*.pdf', '/a.pdf?x', false],
    ['/a*b*c$', '/a1b2c', false],
    ['/a*b*c$', '/a1b2cd', true],
    ['/a$', '/a', false],
    ['/a$', '/ab', true],
    ['/ab*b$', '/ab', true],
    ['*', '/x', false],
    ['/?q=*', '/?q=1', false],
    ['/caf%c3%A9', '/café', false],
    ['/%7Eme', '/~me', false],
    ['/a%2Fb', '/a/b', true],
  ]
  for (const [pattern, path, isAllowed] of cases) {
    assert.equal(allows(`user-agent: *\ndisallow: ${pattern}`, path), isAllowed, `${pattern} and ${path}`)
  }
})

test('line ends, comments, a byte order mark and unknown fields', () => {
  const text =
    '\uFEFFUser-agent : * # all\rSitemap: https://a.example/s\r\nCrawl-delay: 5\nDISALLOW: /x # why\nnonsense'
  assert.equal(allows(text, '/x'), false)
  assert.equal(allows(text, '/y'), true)
  assert.equal(allows('Disallow: /', '/'), true, 'a rule without a group')
  assert.equal(allows('', '/'), true)
})

test('content beyond 500 KiB is not read', () => {
  const filler = `${'#'.repeat(1_023)}\n`.repeat(MAX_ROBOTS_BYTES / 1_024)
  assert.equal(allows(`User-agent: *\nDisallow: /a\n${filler}Disallow: /b`, '/a'), false)
  assert.equal(allows(`User-agent: *\nDisallow: /a\n${filler}Disallow: /b`, '/b'), true)
})

test('patterns crafted to be slow are matched part by part', () => {
  const text = `User-agent: *\n${`Disallow: /${'*a'.repeat(1_000)}$\n`.repeat(240)}`
  assert.equal(allows(text, `/${'a'.repeat(2_000)}`), false)
  assert.equal(allows(text, `/${'a'.repeat(2_000)}b`), true)
})

test('Cloudflare’s managed block is marked', () => {
  const groups = parseRobots(`User-agent: GPTBot
# BEGIN Cloudflare Managed content
User-agent: CCBot
Disallow: /
# END Cloudflare Managed Content
User-agent: ClaudeBot
Disallow: /`)
  assert.deepEqual(
    groups.map(({ agents, managed }) => [...agents, managed]),
    [
      ['gptbot', false],
      ['ccbot', true],
      ['claudebot', false],
    ],
  )
})
