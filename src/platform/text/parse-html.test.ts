import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from './parse-html.ts'

function tagsOf(html: string) {
  const seen: string[] = []
  const whole = parseHtml(html, {
    onopentag: (name) => seen.push(`<${name}>`),
    ontext: (text) => seen.push(text),
    onclosetag: (name) => seen.push(`</${name}>`),
  })
  return { whole, seen: seen.join('') }
}

test('tags and texts, entities decoded, open elements closed', () => {
  assert.deepEqual(tagsOf('<p>a&amp;b<br>c<p>d'), { whole: true, seen: '<p>a&b<br></br>c</p><p>d</p>' })
})

test('a deeply nested text is read in part, without delay', () => {
  const { whole, seen } = tagsOf('<i>'.repeat(200_000) + '</x>'.repeat(200_000))
  assert.deepEqual([whole, seen.length], [false, 256 * 3])
  assert.equal(tagsOf('<b></b>'.repeat(10_000) + '</x>'.repeat(10_000)).whole, true)
})
