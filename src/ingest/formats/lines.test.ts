import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/harness/fast-check.ts'
import { type Line, LineSplitter, MAX_LINE_BYTES } from './lines.ts'

function linesOf(blocks: readonly (string | Buffer)[]): Line[] {
  const splitter = new LineSplitter()
  return [...blocks.flatMap((block) => splitter.push(Buffer.from(block))), ...splitter.end()]
}
const texts = (...blocks: (string | Buffer)[]) => linesOf(blocks).map(({ number, text }) => `${number}:${text}`)

test('both kinds of newlines, empty lines and a last line without a newline', () => {
  assert.deepEqual(texts('a\nb\r\n\nc'), ['1:a', '2:b', '3:', '4:c'])
  assert.deepEqual(texts('a\n'), ['1:a'])
  assert.deepEqual(texts(''), [])
  assert.deepEqual(texts('\n\n'), ['1:', '2:'])
  assert.deepEqual(texts('a\rb\n'), ['1:a\rb'])
})

test('a byte order mark is removed at the beginning and nowhere else', () => {
  assert.deepEqual(texts('\ufeffa\n\ufeffb'), ['1:a', '2:\ufeffb'])
  assert.deepEqual(texts(Buffer.from([0xef]), Buffer.from([0xbb]), Buffer.from([0xbf, 0x61])), ['1:a'])
})

test('a chunk may end anywhere, even within a character', () => {
  const text = 'Zürich\r\n\n東京\n🚀 und mehr\nlast'
  const bytes = Buffer.from(text)
  const expected = texts(bytes)
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      assert.deepEqual(texts(...edges.slice(1).map((to, at) => bytes.subarray(edges[at], to))), expected)
    }),
  )
})

test('a line that is not UTF-8 has an error, its neighbours do not', () => {
  const lines = linesOf([Buffer.from('a\nb\n'), Buffer.from([0x78, 0xff, 0x0a]), Buffer.from('c\n')])
  assert.deepEqual(lines[2], { number: 3, text: 'x�', error: 'the line is not valid UTF-8' })
  assert.deepEqual(
    lines.map(({ error }) => error === undefined),
    [true, true, false, true],
  )
  const together = linesOf([
    Buffer.concat([Buffer.from('a\n'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('\nc\nd')]),
  ])
  assert.deepEqual(
    together.map(({ number, error }) => [number, error === undefined]),
    [
      [1, true],
      [2, false],
      [3, true],
      [4, true],
    ],
  )
})

test('a line of 256 KiB is accepted, one byte more is too long, whatever the chunk size', () => {
  const longest = 'x'.repeat(MAX_LINE_BYTES)
  const umlauts = 'ü'.repeat(MAX_LINE_BYTES / 2)
  for (const size of [1_000, 65_536, 10 * MAX_LINE_BYTES]) {
    const bytes = Buffer.from(`a\n${longest}\r\n${longest}x\n${umlauts}\n${umlauts}x\nb`)
    const blocks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    const lines = linesOf(blocks)
    assert.deepEqual(
      lines.map(({ number, error }) => [number, error]),
      [
        [1, undefined],
        [2, undefined],
        [3, 'the line is longer than 256 KiB'],
        [4, undefined],
        [5, 'the line is longer than 256 KiB'],
        [6, undefined],
      ],
    )
    assert.equal(lines[1]?.text, longest)
    assert.equal(lines[2]?.text, 'x'.repeat(4_096))
  }
})
