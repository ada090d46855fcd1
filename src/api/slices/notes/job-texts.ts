// How several jobs are named together, and where a job is.

import type { Signal } from '../../../meaning/signals/index.ts'
import { newestFirst } from '../../../query/index.ts'
import { titleOf } from './job-choice.ts'
import { countryPhrase, listText, outsideText } from './phrases.ts'
import { textOf } from './slot-context.ts'

const MAX_PLACE = 60
/** Where a remote job may be done: said as the source writes it. */
const REMOTE_AREA =
  /^(?:EU|EEA|EMEA|Europe|European Union|DACH|Benelux|Nordics|LATAM|Latin America|APAC|MENA|Americas|North America|Worldwide|Global|Anywhere)$/i
/** As many as are given: each title says how often it was posted, and those without a name are counted, not their titles. */
export function titlesOf(jobs: readonly Signal[], maxTitles = 3): string {
  const byTitle = [...Map.groupBy(newestFirst(jobs), titleOf)]
  const named = byTitle.slice(0, byTitle.length > maxTitles ? maxTitles - 1 : maxTitles)
  const more = byTitle.slice(named.length).reduce((sum, [, same]) => sum + same.length, 0)
  const texts = named.map(([title, same]) => {
    if (same.length === 1) return title
    return `${title} (${timesText(same)})`
  })
  return listText(more > 0 ? [...texts, `${more.toLocaleString('en')} more`] : texts, maxTitles)
}

/** Of one title: "2 places", or "2 posts" where a place has several. */
export function timesText(same: readonly Signal[]): string {
  return `${same.length} ${new Set(same.map(postOf)).size === same.length ? 'places' : 'posts'}`
}

/** The title and the place: of two posts that are the same, one is not "another job". */
export function postOf(job: Signal): string {
  return JSON.stringify([titleOf(job), job.fields.locations ?? job.fields.location ?? '', job.fields.country ?? ''])
}

/** "in Berlin", "in Utrecht (Netherlands)", "in Berlin and London", "in Germany", "(remote)", "(remote, Germany)". */
export function whereOf(job: Signal): string | undefined {
  const places = [job.fields.locations ?? textOf(job, 'location') ?? []]
    .flat()
    .map((place) => outsideText(String(place), MAX_PLACE))
  const isRemote = textOf(job, 'workplaceType') === 'remote' || places.some((place) => /\bremote\b/i.test(place))
  const named = places.filter((place) => place !== '' && !/\bremote\b/i.test(place))
  const country = textOf(job, 'country')
  const inText = isRemote ? named : named.map((place) => place.replace(/^([^,()]+), ([^()]+)$/, '$1 ($2)'))
  const area = places
    .flatMap((place) => place.replace(/\bremote\b/i, '').split(/[,()|–—-]/))
    .map((part) => part.trim())
    .find((part) => part !== '')
  const isKnown = country !== undefined && country !== 'ZZ'
  const vague = isKnown ? countryPhrase(country) : isRemote && area && REMOTE_AREA.test(area) ? area : ''
  const where = named.length > 0 ? listText(inText) : vague
  if (where === '') return isRemote ? '(remote)' : undefined
  return isRemote ? `(remote, ${where})` : `in ${where}`
}
