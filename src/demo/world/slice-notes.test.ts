// The notes of the shipped slices about the companies of the demo: every slot is filled by some company, and no text is
// left half filled.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signalsByCompany } from '../../../test/harness/demo-records.ts'
import { readSlices, type Slice, shippedSlices, sliceFor, sliceOf } from '../../api/slices/index.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { demoStories } from './stories.ts'
import { DEMO_SIZE, demoWorld } from './world.ts'

const NOW = Date.parse('2026-07-15T13:20:00Z') / 1_000
const DAY = 86_400
const LOOKED = { since: NOW - 3 * 365 * DAY, lastLookedAt: NOW }
const COVERAGE = Object.fromEntries(SIGNAL_TYPES.map((type) => [type, LOOKED]))

const companies = [...signalsByCompany([...demoWorld({ ...DEMO_SIZE, until: NOW }), ...demoStories(NOW)])]
const membershipIn = (slice: Slice, signals: readonly Signal[]) =>
  sliceOf(slice, signals, NOW, SIGNAL_TYPES, COVERAGE, 180)

/** The slice with other notes, and a template with the tool of its example. */
function withNotes({ definition }: Slice, notes: { whyNow?: string; talkingPoints?: readonly string[] }): Slice {
  const { slices, problems } = readSlices({ ...definition, notebook: { ...definition.notebook, ...notes } })
  const slice = slices[0] ?? assert.fail(JSON.stringify(problems))
  return (definition.parameter && sliceFor(slice, definition.parameter.example)) || slice
}

const sentencesOf = (text: string) => text.split(/(?<=[.?]) (?=[A-Z{])/)

/** What the demo has no case of: narrow-slots, notes, search-age and company-notes.test.ts fill them. */
const NOT_IN_DEMO = '{jobs.besides}'
const SENTENCES_NOT_IN_DEMO = new Set([
  'fresh-funding: Whether they are hiring is not known: {hiring.unmonitored} are not monitored.',
])

/** The sentence with one of its optional parts at a time, or without any if it has none. */
function partsOf(sentence: string): string[] {
  const parts = sentence.match(/\[[^\]]*\]/g)?.filter((part) => !part.includes(NOT_IN_DEMO)) ?? []
  const withPart = (kept?: string) =>
    parts.reduce((text, part) => text.replace(part, part === kept ? part.slice(1, -1) : ''), sentence)
  return parts.length === 0 ? [sentence] : parts.map(withPart)
}

for (const shipped of shippedSlices()) {
  const { slug, notebook } = shipped.definition
  const slice = withNotes(shipped, {})
  const members = companies.flatMap(([domain, signals]) => {
    const membership = membershipIn(slice, signals)
    return membership ? [{ domain, signals, ...membership }] : []
  })

  test(`${slug}: every sentence has a slot, and for each and its parts a company of the demo fills it`, () => {
    const sentences = [notebook.whyNow, ...notebook.talkingPoints].flatMap(sentencesOf)
    const empty = sentences.flatMap(partsOf).filter((sentence) => {
      assert.match(sentence, /\{/, 'a sentence without a slot says the same about everybody')
      if (SENTENCES_NOT_IN_DEMO.has(`${slug}: ${sentence}`)) return false
      const alone = withNotes(shipped, { talkingPoints: [sentence] })
      return !members.some(({ signals }) => membershipIn(alone, signals)?.notebook.talkingPoints.length === 1)
    })
    assert.deepEqual(empty, [])
  })

  test(`${slug}: the notes about each company are complete sentences, and differ where the facts differ`, () => {
    assert.ok(members.length >= 3)
    const texts = new Map<string, string>()
    for (const { domain, notebook: notes, whyNow, reasons, signals } of members) {
      assert.ok(whyNow.length > 0 && whyNow.length <= 2 && notes.talkingPoints.length > 1, domain)
      for (const text of [...whyNow, ...notes.talkingPoints]) {
        assert.match(text, /^[“\p{L}\p{N}].*[.?)]$/u, text)
        assert.doesNotMatch(text, /[{}[\]]|undefined|null|NaN|\s\s|\s[.,:]|“”|Likely: Likely/, text)
      }
      const facts = reasons.map(({ signalId }) => {
        const { label, occurredAt, fields } = signals.find(({ id }) => id === signalId) ?? assert.fail(signalId)
        return JSON.stringify([label, Math.floor(occurredAt / DAY), fields.location ?? fields.pageUrl])
      })
      const text = [...whyNow, ...notes.talkingPoints].join(' ')
      assert.equal(texts.get(text) ?? facts.join(), facts.join(), `${domain}: ${text}`)
      texts.set(text, facts.join())
    }
  })
}
