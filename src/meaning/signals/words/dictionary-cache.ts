import { LruMap } from '../../../platform/lru-map.ts'
import { toolEdition } from '../../tools/index.ts'
import { type FieldValue, SIGNAL_DECLARATIONS, type SignalType } from '../../types/index.ts'
import { fillFromDictionary } from './dictionary.ts'
import { fillFromJobWords } from './job-words.ts'
import { fillFromRoundWords } from './round-words.ts'

type Fields = Readonly<Record<string, FieldValue>>

const tools = new LruMap<string, Fields>(20_000)
let edition = 0

/** Adds missing fields that follow from words. */
export function fillFromWords(type: SignalType, fields: Record<string, FieldValue>, label: string): void {
  const { readsWords } = SIGNAL_DECLARATIONS[type]
  if (readsWords === 'of-job') fillFromJobWords(fields)
  if (readsWords === 'of-round') fillFromRoundWords(fields, label)
  if (readsWords !== 'of-tool' || fields.tool === undefined) return
  const known = toolFields(`${fields.tool}`)
  for (const name in known) fields[name] ??= known[name] as FieldValue
}

function toolFields(tool: string): Fields {
  if (edition !== toolEdition()) tools.clear()
  edition = toolEdition()
  const hit = tools.get(tool)
  if (hit) return hit
  const filled = fillFromDictionary('tool', { tool })
  tools.set(tool, filled)
  return filled
}
