// What kind of employer the jobs of a company show: those of an agency are at its clients, those of a marketplace at
// many employers, or for people who are their own boss. Either must be true of half of its jobs, so that a few such
// posts of an ordinary employer change nothing.

import type { EmployerKind } from '../../closed-sets/signals.ts'
import { isOfMarketplace } from './marketplace-words.ts'

const MIN_FOR_CLIENTS = 2
const MIN_EMPLOYERS = 5
const MAX_NAMED = 3

/** The fields of a job that identify its employer. */
export interface JobOfWhom {
  readonly forClient?: unknown
  readonly employer?: unknown
}

export interface KindByJobs {
  readonly textsKind: EmployerKind | null
  readonly textsWhy: string | null
}

/** Whether this many of the jobs would make it an agency. */
export function areForClients(jobs: number, forClients: number): boolean {
  return forClients >= MIN_FOR_CLIENTS && forClients * 2 >= jobs
}

/** Jobs for clients mean an agency, unless half of them say that they are on a marketplace. */
export function areOnMarketplace(forClients: number, ofMarketplace: number): boolean {
  return ofMarketplace > 0 && ofMarketplace * 2 >= forClients
}

/** Whether this many of the jobs would make it a marketplace, if enough employers differ. */
export function areOfOthers(jobs: number, naming: number): boolean {
  return naming >= MIN_EMPLOYERS && naming * 2 >= jobs
}

/** `jobs` in any fixed order: the first ones are the examples. */
export function kindByJobs(jobs: readonly JobOfWhom[]): KindByJobs {
  const sentences = jobs.flatMap(({ forClient }) => (typeof forClient === 'string' ? forClient : []))
  if (areForClients(jobs.length, sentences.length)) {
    const ofMarketplace = sentences.filter(isOfMarketplace)
    return areOnMarketplace(sentences.length, ofMarketplace.length)
      ? { textsKind: 'marketplace', textsWhy: `Most of its jobs are not its own, such as: "${ofMarketplace[0]}"` }
      : { textsKind: 'agency', textsWhy: `Most of its jobs are for clients, such as: "${sentences[0]}"` }
  }
  const naming = jobs.flatMap(({ employer }) => (typeof employer === 'string' ? employer : []))
  const employers = [...new Set(naming)]
  if (areOfOthers(jobs.length, naming.length) && employers.length >= MIN_EMPLOYERS) {
    const named = employers.slice(0, MAX_NAMED).join(', ')
    return { textsKind: 'marketplace', textsWhy: `Most of its jobs are those of other employers, such as ${named}.` }
  }
  return { textsKind: null, textsWhy: null }
}
