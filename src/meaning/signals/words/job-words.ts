// What the words of a job say: the title its function, level and whether it is about AI, the location its country. A value
// from the source is never overwritten. What the words don't say stays absent, because a guess would look like a fact.

import { LruMap } from '../../../platform/lru-map.ts'
import { readPlace } from '../../places/index.ts'
import { readTitle, type TitleReading } from '../../titles/index.ts'
import type { FieldValue } from '../../types/index.ts'

/**
 * Reading a title costs several times as much as the rest of a line, and titles repeat: a million jobs share a few
 * thousand of them.
 */
const MAX_ENTRIES = 20_000

const titles = new LruMap<string, TitleReading>(MAX_ENTRIES)
/** Empty: the location says none. */
const countries = new LruMap<string, string>(MAX_ENTRIES)

/** Adds what is missing and the words say. */
export function fillFromJobWords(fields: Record<string, FieldValue>): void {
  const title = titleReading(textOf(fields.jobTitle), textOf(fields.department))
  if (title.function !== undefined) fields.function ??= title.function
  if (title.seniority !== undefined) fields.seniority ??= title.seniority
  if (title.ai) {
    fields.ai ??= true
    if (fields.ai === true) fields.aiFrom ??= 'title'
  }
  if (fields.location === undefined || fields.country !== undefined) return
  const country = countryOf(textOf(fields.location))
  if (country !== undefined) fields.country = country
}

function titleReading(title: string, department: string): TitleReading {
  // Validated text has no line breaks, so two different pairs never share a key.
  const key = department === '' ? title : `${title}\n${department}`
  const hit = titles.get(key)
  if (hit) return hit
  const reading = readTitle(title, department)
  titles.set(key, reading)
  return reading
}

function countryOf(location: string): string | undefined {
  let country = countries.get(location)
  if (country === undefined) {
    country = readPlace(location).country ?? ''
    countries.set(location, country)
  }
  return country || undefined
}

function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
