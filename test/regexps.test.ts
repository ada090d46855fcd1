// The check of `npm run check` that every regular expression takes linear time. It must find what was found by hand.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSuperlinear } from '../bin/regexps/analyse.ts'
import { readRegexps } from '../bin/regexps/read-sources.ts'

const SUPERLINEAR = [
  { of: 'words that overlap', regexp: /[([](?:\s*(?:[gn*]|gn|all)\s*[/*\s-]*)+[)\]]/giu },
  { of: 'a search for the end of a run', regexp: /\/+$/ },
  { of: 'a search for an optional run', regexp: /\/*$/ },
  { of: 'two loops over one character', regexp: /^[\s,-]+(?:and)?\s*[\p{L}-]+[\s/-]+team/iu },
  // \s has the byte order mark, too.
  { of: 'a loop over one thing in two ways', regexp: /^(\ufeff|\s)*\[/ },
  { of: 'a word that may begin inside itself', regexp: /agent\w* ai\b/ },
  { of: 'a loop of several characters', regexp: /(?: (?:inc|ltd))+$/ },
  { of: 'a loop after a lookbehind', regexp: /(?<=[a-z])[a-z]+;/ },
  { of: 'one of many alternatives', regexp: /\b(?:sell|pitch|blog)\b|\d+$/i },
  { of: 'bounded loops that overlap', regexp: /[a-z]{0,90}[a-z]{0,90}[a-z]{0,90}!/ },
]

for (const { of, regexp } of SUPERLINEAR) {
  test(`${of} is not linear: ${regexp}`, () => {
    assert.ok(findSuperlinear(regexp.source, regexp.flags))
  })
}

const LINEAR = [
  /^\s*(\w*)$/,
  /[\p{L}\p{N}]+/gu,
  /agent\w{0,20} ai\b/,
  /(?:[\p{L}-]{1,30} ){0,2}(?:customers?|clients?)\b/iu,
  /[ab]+c/y,
  /\b(?:sell|pitch(?:ing)?|demonstrat(?:e|ing)|case stud(?:y|ies))\b/i,
]

for (const regexp of LINEAR) {
  test(`is linear: ${regexp}`, () => {
    assert.equal(findSuperlinear(regexp.source, regexp.flags), undefined)
  })
}

test('literals, schema patterns and built expressions are found with their lines', () => {
  const { regexps, built } = readRegexps(
    'example.tsx',
    [
      'const a: RegExp = /a\\/b/gu',
      "const b = { pattern: '^[A-Z]{2}$', division: 4 / 2 / 1 }",
      'const c = new RegExp(`a+`)',
      "const d = <p>{'text'.match('a+')}</p>",
    ].join('\n'),
  )
  assert.deepEqual(regexps, [
    { file: 'example.tsx', line: 1, source: 'a\\/b', flags: 'gu' },
    { file: 'example.tsx', line: 2, source: '^[A-Z]{2}$', flags: 'u' },
  ])
  assert.deepEqual(
    built.map(({ line }) => line),
    [3, 4],
  )
})
