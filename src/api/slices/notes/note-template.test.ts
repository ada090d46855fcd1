import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillNote, parseNote } from './note-template.ts'
import { amountText, listText, outsideText } from './phrases.ts'

/** The sentences of a text with these values. */
function filled(text: string, values: Readonly<Record<string, string>>): string[] {
  const { sentences, problems } = parseNote(text)
  assert.deepEqual(problems, [])
  const slotValue = (slot: string) => (values[slot] === undefined ? undefined : { text: values[slot], confidence: 1 })
  return fillNote(sentences, slotValue).map((sentence) => sentence.text)
}

test('a sentence with an empty slot is left out, an optional part without the rest of its sentence', () => {
  const text = 'Open: {title}[ in {place}]. Raised {amount}. Ask who decides! In [brackets] too.'
  assert.deepEqual(filled(text, { title: 'AI SDR', place: 'Berlin', amount: '$9M' }), [
    'Open: AI SDR in Berlin.',
    'Raised $9M.',
    'Ask who decides!',
    'In [brackets] too.',
  ])
  assert.deepEqual(filled(text, { title: 'AI SDR' }), ['Open: AI SDR.', 'Ask who decides!', 'In [brackets] too.'])
  assert.deepEqual(filled('It is the first[ since {date}].', {}), [], 'without any fact it says nothing')
})

test('what fills a slot is never read as a template or as the end of a sentence', () => {
  assert.deepEqual(filled('Open: {title}. Raised {amount}.', { title: 'Head. {amount} [x', amount: '$1M' }), [
    'Open: Head. {amount} [x.',
    'Raised $1M.',
  ])
})

test('texts of others are one line, bounded, and turn nothing around', () => {
  assert.equal(outsideText(' a\n\u202eb\u0000c\u2028d ', 20), 'a b c d')
  assert.equal(outsideText('𝒳'.repeat(9), 5), '𝒳𝒳𝒳𝒳…')
  assert.deepEqual([listText(['a', 'b', 'a']), listText(['a', 'b', 'c', 'd'])], ['a and b', 'a, b and 2 more'])
  const amounts = [850_000, 9_000_000, 12_540_000, 195_500_000, 999_960_000, 1_240_000_000]
  assert.deepEqual(
    amounts.map((amount) => amountText(amount)),
    ['$850K', '$9M', '$12.5M', '$195.5M', '$1B', '$1.2B'],
  )
})
