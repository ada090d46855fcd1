// Every function that reads text from outside takes less than 50 ms for any text of 2,000 characters. A text that takes
// longer would hold up everybody else: these run on the event loop.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../../src/platform/config/config.ts'
import { leastCpuMs } from '../harness/cpu-time.ts'
import { ARGUMENTS, NOT_FROM_OUTSIDE } from './readers.ts'
import { type ReadingFunction, readingFunctions } from './reading-functions.ts'
import { pathologicalTexts } from './texts.ts'

const LENGTH = 2_000
const MAX_MS = 50

const functions = readingFunctions()
const nameOf = ({ file, name }: ReadingFunction) => `${file} ${name}`

test('every function that takes a text is called, or says why not', () => {
  assert.ok(functions.length > 150, `only ${functions.length} were found`)
  const unknown = functions.filter(
    (each) => !each.takesOnlyText && !(nameOf(each) in ARGUMENTS) && !NOT_FROM_OUTSIDE.has(nameOf(each)),
  )
  assert.deepEqual(unknown.map(nameOf), [], 'add them to readers.ts')
  const names = new Set(functions.map(nameOf))
  const gone = [...Object.keys(ARGUMENTS), ...NOT_FROM_OUTSIDE.keys()].filter((name) => !names.has(name))
  assert.deepEqual(gone, [], 'remove them from readers.ts')
})

const texts = [...pathologicalTexts(LENGTH)]

test('no text of 2,000 characters takes any of them 50 ms', async (t) => {
  for (const each of functions.filter((one) => !NOT_FROM_OUTSIDE.has(nameOf(one)))) {
    const module = await import(join(packageRoot, each.file))
    const call = module[each.name]
    const read = ARGUMENTS[nameOf(each)] ?? ((_: unknown, text: string) => call(text))
    await t.test(nameOf(each), async () => {
      for (const text of texts) {
        const spent = leastCpuMs(() => attempt(() => read(call, text)), MAX_MS)
        assert.ok(spent < MAX_MS, `${spent} ms for ${JSON.stringify(text.slice(0, 80))}`)
      }
    })
  }
})

/** A text may be rejected. That a promise is, too, is not waited for. */
function attempt(read: () => unknown): void {
  try {
    const result = read()
    if (result instanceof Promise) result.catch(() => {})
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error
  }
}
