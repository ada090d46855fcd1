import { toolEdition } from '../tools/index.ts'
import type { FieldValue, SignalType } from './declarations.ts'
import { fillFromDictionary } from './dictionary.ts'

type Fields = Readonly<Record<string, FieldValue>>

/**
 * Looking up a title costs several times as much as the rest of the line, and titles repeat: a million jobs share a few
 * thousand titles. A full cache is cleared completely: tracking the order of use would cost time on every hit.
 */
const MAX_ENTRIES = 20_000

const jobs = new Map<string, Fields>()
const tools = new Map<string, Fields>()
let cachedEdition = 0

/** The dictionary's fields for a signal, computed from the only fields that the dictionary uses. */
export function dictionaryFields(type: SignalType, { jobTitle, department, tool }: Fields): Fields | undefined {
  if (type === 'tool' && tool !== undefined) {
    if (cachedEdition !== toolEdition()) tools.clear()
    cachedEdition = toolEdition()
    return cached(tools, `${tool}`, type, { tool })
  }
  if (type !== 'hiring' || jobTitle === undefined) return undefined
  if (department === undefined) return cached(jobs, `${jobTitle}`, type, { jobTitle })
  // Validated text has no line breaks, so two different pairs never share a key.
  return cached(jobs, `${jobTitle}\n${department}`, type, { jobTitle, department })
}

function cached(cache: Map<string, Fields>, key: string, type: SignalType, input: Fields): Fields {
  const hit = cache.get(key)
  if (hit) return hit
  const filled = fillFromDictionary(type, input)
  if (cache.size >= MAX_ENTRIES) cache.clear()
  cache.set(key, filled)
  return filled
}
