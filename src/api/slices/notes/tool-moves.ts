// A move from one tool to another that a job ad states, while another ad still works in the old one: no drop is known of it.

import type { Signal } from '../../../meaning/signals/index.ts'
import { presentOf, type SlotContext } from './slot-context.ts'
import { evidenceOf, isRival, nameOf } from './tool-slots.ts'

/** What stands before the tool that is left: "from Zendesk", "off our Zendesk", "von Zendesk". */
const LEAVES: ReadonlySet<string> = new Set(['from', 'off', 'replacing', 'von', 'vom', 'de', 'depuis', 'desde', 'van'])
const WORDS_BEFORE = 2

export interface Move {
  readonly from: Signal
  readonly to: Signal
}

/** The newest, if the sentence that names the new tool also says what is left for it. */
export function moveOf(context: SlotContext): Move | undefined {
  const tools = presentOf(context, 'tool')
  for (const to of tools) {
    const from = tools.find((other) => isRival(to, other) && leaves(evidenceOf(to) ?? '', nameOf(other), nameOf(to)))
    if (from) return { from, to }
  }
  return undefined
}

function leaves(sentence: string, from: string, to: string): boolean {
  const [at, then] = [sentence.indexOf(from), sentence.indexOf(to)]
  if (at === -1 || then < at) return false
  const before = sentence.slice(0, at).toLowerCase().replaceAll('“', '').trim().split(' ')
  return before.slice(-WORDS_BEFORE).some((word) => LEAVES.has(word))
}
