import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Line, LineSplitter, MOST_LINE_BYTES } from './lines.ts'

function linesOf(blocks: readonly (string | Buffer)[]): Line[] {
  const splitter = new LineSplitter()
  return [...blocks.flatMap((block) => splitter.push(Buffer.from(block))), ...splitter.end()]
}
const texts = (...blocks: (string | Buffer)[]) => linesOf(blocks).map(({ number, text }) => `${number}:${text}`)

test('newlines of both kinds, empty lines counted, a last line without an end', () => {
  assert.deepEqual(texts('a\nb\r\n\nc'), ['1:a', '2:b', '3:', '4:c'])
  assert.deepEqual(texts('a\n'), ['1:a'])
  assert.deepEqual(texts(''), [])
  assert.deepEqual(texts('\n\n'), ['1:', '2:'])
  assert.deepEqual(texts('a\rb\n'), ['1:a\rb'])
})

test('a byte order mark is left out at the beginning and nowhere else', () => {
  assert.deepEqual(texts('\ufeffa\n\ufeffb'), ['1:a', '2:\ufeffb'])
  assert.deepEqual(texts(Buffer.from([0xef]), Buffer.from([0xbb]), Buffer.from([0xbf, 0x61])), ['1:a'])
})

test('blocks may be cut anywhere, within a character too', () => {
  const text = 'Zürich\r\n\n東京\n🚀 und mehr\nlast'
  const bytes = Buffer.from(text)
  const whole = texts(bytes)
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      assert.deepEqual(texts(...edges.slice(1).map((to, at) => bytes.subarray(edges[at], to))), whole)
    }),
  )
})

test('a line that is not UTF-8 is at fault, its neighbours are not', () => {
  const lines = linesOf([Buffer.from('a\nb\n'), Buffer.from([0x78, 0xff, 0x0a]), Buffer.from('c\n')])
  assert.deepEqual(lines[2], { number: 3, text: 'x�', fault: 'the line is not valid UTF-8' })
  assert.deepEqual(
    lines.map(({ fault }) => fault === undefined),
    [true, true, false, true],
  )
  const together = linesOf([
    Buffer.concat([Buffer.from('a\n'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('\nc\nd')]),
  ])
  assert.deepEqual(
    together.map(({ number, fault }) => [number, fault === undefined]),
    [
      [1, true],
      [2, false],
      [3, true],
      [4, true],
    ],
  )
})

test('a line of 256 KiB is read, one byte more is too long, however it is cut into blocks', () => {
  const longest = 'x'.repeat(MOST_LINE_BYTES)
  const umlauts = 'ü'.repeat(MOST_LINE_BYTES / 2)
  for (const size of [1_000, 65_536, 10 * MOST_LINE_BYTES]) {
    const bytes = Buffer.from(`a\n${longest}\r\n${longest}x\n${umlauts}\n${umlauts}x\nb`)
    const blocks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    const lines = linesOf(blocks)
    assert.deepEqual(
      lines.map(({ number, fault }) => [number, fault]),
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
