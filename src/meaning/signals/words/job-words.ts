// What the words of a job say: the title its function, level and whether it is about AI, the location its country. A value
// from the source is never overwritten, except that codes, the job's place and marks of gender are taken out of its title.
// What the words don't say stays absent, because a guess would look like a fact.

import { LruMap } from '../../../platform/lru-map.ts'
import { readPlace } from '../../places/index.ts'
import {
  cleanTitle,
  type Employer,
  isTemporaryTitle,
  readTitle,
  type TitleReading,
  withoutEmployer,
} from '../../titles/index.ts'
import type { FieldValue } from '../../types/index.ts'

/**
 * Reading a title costs several times as much as the rest of a line, and titles repeat: a million jobs share a few
 * thousand of them.
 */
const MAX_ENTRIES = 20_000

interface JobReading extends TitleReading {
  readonly isTemporary: boolean
}

const titles = new LruMap<string, JobReading>(MAX_ENTRIES)
/** Empty: the location has none. */
const countries = new LruMap<string, string>(MAX_ENTRIES)

/** Cleans the title, and adds what is missing and the words say. */
export function fillFromJobWords(fields: Record<string, FieldValue>): void {
  const country = fields.country === undefined ? countryOf(textOf(fields.location)) : undefined
  if (country !== undefined) fields.country = country
  if (typeof fields.jobTitle === 'string') fields.jobTitle = cleanTitle(fields.jobTitle, placeOf(fields))
  const title = titleReading(textOf(fields.jobTitle), textOf(fields.department))
  if (title.function !== undefined) fields.function ??= title.function
  if (title.seniority !== undefined) fields.seniority ??= title.seniority
  if (title.isTemporary) fields.employmentType ??= 'temporary'
  if (title.ai) {
    fields.ai ??= true
    if (fields.ai === true) fields.aiFrom ??= 'title'
  }
}

type Fields = Readonly<Record<string, FieldValue>>

/**
 * The fields of a job with the employer's name removed from its title, and without values that only came from that
 * name. A value that equals the one read from the whole title counts as read from it, not as stated by the source.
 */
export function refillJob(fields: Fields, employer: Employer): Fields {
  const posted = textOf(fields.jobTitle)
  const clean = cleanTitle(posted, placeOf(fields))
  const jobTitle = cleanTitle(withoutEmployer(clean, employer), placeOf(fields))
  if (jobTitle === posted) return fields
  const whole = titleReading(posted, textOf(fields.department))
  const stated: Record<string, FieldValue> = { ...fields, jobTitle }
  if (whole.function !== undefined && stated.function === whole.function) delete stated.function
  if (whole.seniority !== undefined && stated.seniority === whole.seniority) delete stated.seniority
  if (whole.ai && stated.aiFrom === 'title') {
    delete stated.ai
    delete stated.aiFrom
  }
  fillFromJobWords(stated)
  return stated
}

function placeOf({ location, locations, country }: Fields) {
  const all = Array.isArray(locations) ? locations.join('\n') : textOf(location)
  return { location: all, country: textOf(country) }
}

function titleReading(title: string, department: string): JobReading {
  // Validated text has no line breaks, so two different pairs never share a key.
  const key = department === '' ? title : `${title}\n${department}`
  const hit = titles.get(key)
  if (hit) return hit
  const reading = { ...readTitle(title, department), isTemporary: isTemporaryTitle(title) }
  titles.set(key, reading)
  return reading
}

function countryOf(location: string): string | undefined {
  if (location === '') return undefined
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
