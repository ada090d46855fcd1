// Collectors for tests of the reader. Each does to its process what an answer from outside must never do.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Collector, Snapshot } from '../../src/collect/collectors/index.ts'

const NOTHING: Snapshot = { signals: [], complete: true }

function hostile(name: string, read: (text: string) => Snapshot): Collector {
  return {
    ...{ name, title: name, every: 'day', types: ['web'] },
    visit: async (domain, { ask }) => read((await ask({ url: `https://${domain}/${name}`, kind: 'feed' })).text),
  }
}

export const HOSTILE_COLLECTORS: readonly Collector[] = [
  hostile('plain', (text) => ({
    ...NOTHING,
    signals: [{ type: 'web', key: 'page', confidence: 0.9, fields: { kind: 'ai_feature' }, label: text }],
  })),
  // 2 ** 40 steps.
  hostile('backtracking', () => (/^(a+)+$/.test(`${'a'.repeat(40)}b`) ? NOTHING : NOTHING)),
  hostile('endless', () => {
    for (;;);
  }),
  hostile('greedy', () => {
    const kept: string[] = []
    for (let text = 'x'; ; text += text) kept.push(Buffer.from(text).toString('latin1'))
  }),
  hostile('hoarding', () => {
    const kept: object[] = []
    for (;;) kept.push({ number: kept.length })
  }),
  hostile('exiting', () => process.exit(3)),
  hostile('aborting', () => process.abort()),
  hostile('throwing', () => {
    throw new TypeError('a defect')
  }),
  hostile('flooding', () => ({
    ...NOTHING,
    signals: Array.from({ length: 20_001 }, (_, i) => ({ type: 'web', key: `${i}`, confidence: 0.9, fields: {} })),
  })),
]

/** It goes on after the reader has said that it is idle, as no collector should. */
const yielding: Collector = {
  ...{ name: 'yielding', title: 'yielding', every: 'day', types: ['web'] },
  visit: async (domain, { ask }) => {
    await ask({ url: `https://${domain}/`, kind: 'feed' })
    await nextTurn()
    await nextTurn()
    return NOTHING
  },
}

export function collectorNamed(name: string): Collector | undefined {
  return [...HOSTILE_COLLECTORS, yielding].find((collector) => collector.name === name)
}
