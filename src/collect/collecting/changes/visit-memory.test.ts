import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLLECTORS, type Snapshot } from '../../collectors/index.ts'
import { type ReceiptAnswer, VisitAnswers } from '../receipts/visit-answers.ts'
import type { Look } from '../visits/look.ts'
import type { VisitResult } from '../visits/visit.ts'
import { answersOf, isRemembered, withMemory } from './visit-memory.ts'

const archived = (path: string, more: Partial<ReceiptAnswer> = {}): ReceiptAnswer => ({
  ...{ url: `https://acme.example/${path}`, at: 1, status: 200, sha256: path, bytes: 9 },
  warc: { file: 'a.warc', offset: 0, length: 9 },
  ...more,
})
const COMPANY = { name: 'Acme', isNameStated: false, aliases: [], seenBefore: true }
const EMPTY: Snapshot = { signals: [], complete: true }

interface Given {
  readonly collector?: string
  readonly own?: readonly ReceiptAnswer[]
  readonly earlier?: readonly ReceiptAnswer[]
  readonly basis?: string
  /** What the previous visit left. */
  readonly before?: { readonly basis: string; readonly restsOn?: readonly ReceiptAnswer[] }
}

function visit({ collector = 'announcements', own = [archived('feed')], earlier, basis = 'new', before }: Given) {
  const answers = new VisitAnswers(
    COMPANY,
    undefined,
    own.map((answer) => ({ answer, system: undefined })),
  )
  const answer = { url: 'https://acme.example/', basis }
  const result: VisitResult = {
    kind: 'snapshot',
    snapshot: EMPTY,
    answer,
    answers,
    ...(earlier && { earlier }),
    bytes: 0,
  }
  const found = COLLECTORS.find(({ name }) => name === collector)
  assert.ok(found)
  const look = { validators: before ? { url: 'https://acme.example/', ...before } : null } as Look
  return { collector: found, look, result }
}

const pathsOf = (answers: readonly ReceiptAnswer[] | undefined) => answers?.map(({ url }) => new URL(url).pathname)

test('a visit’s memory is archived when it is new, or was never completely archived', () => {
  assert.equal(isRemembered(visit({})), true)
  assert.equal(isRemembered(visit({ before: { basis: 'old', restsOn: [archived('feed')] } })), true)
  assert.equal(isRemembered(visit({ before: { basis: 'new' } })), true)
  assert.equal(isRemembered(visit({ before: { basis: 'new', restsOn: [] } })), false)
  assert.equal(isRemembered(visit({ collector: 'home-page' })), false, 'it remembers nothing')
})

test('a visit is based on its own answers, then on those of earlier visits that it did not request again', () => {
  const given = visit({ own: [archived('feed'), archived('news/b')], earlier: [archived(''), archived('feed')] })
  const answers = answersOf(given)
  assert.deepEqual(pathsOf(answers), ['/feed', '/news/b', '/'])
  assert.deepEqual(
    answers.map(({ isEarlier = false }) => isEarlier),
    [false, false, true],
  )
})

test('the next visit gets all of it, without the visit that requested it', () => {
  const memory = withMemory(visit({ earlier: [archived('')], before: { basis: 'old', restsOn: [archived('')] } }))
  assert.deepEqual(pathsOf(memory?.restsOn), ['/feed', '/'])
  assert.ok(memory?.restsOn?.every((answer) => !('isEarlier' in answer)))
  const before = { basis: 'new', restsOn: [archived('')] }
  assert.deepEqual(withMemory(visit({ before }))?.restsOn, before.restsOn, 'the same basis rests on the same answers')
})

test('an incompletely archived memory, or one of too many answers, is not passed on; an empty answer needs no record', () => {
  const { warc: _, ...unarchived } = archived('feed')
  const many = (count: number) => Array.from({ length: count }, (_, i) => archived(`${i}`))
  assert.equal(withMemory(visit({ own: [unarchived] }))?.restsOn, undefined)
  assert.equal(withMemory(visit({ own: many(61) }))?.restsOn, undefined)
  assert.equal(withMemory(visit({ own: many(60) }))?.restsOn?.length, 60)
  assert.equal(withMemory(visit({ own: [{ ...unarchived, bytes: 0 }] }))?.restsOn?.length, 1)
})
