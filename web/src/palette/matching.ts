// Which entries a text finds, and in which order.

import type { ComponentType } from 'react'

export interface Entry {
  readonly id: string
  readonly label: string
  /** Other words by which it is found. */
  readonly words?: string
  /** Small text behind the label. */
  readonly note?: string
  /** In front of the label. */
  readonly Icon?: ComponentType<{ size?: number }>
  /** Not offered until something is typed. */
  readonly isHidden?: boolean
  /** A page to go to, or something to do. */
  readonly to: string | (() => void)
}

export interface Group {
  readonly label: string
  readonly entries: readonly Entry[]
}

/** Of each group while nothing is typed or the text finds many. */
const MAX_IN_GROUP = 6

/** Each word of the text must start a word of the entry. Groups keep their order, except that the best match comes first. */
export function matchGroups(groups: readonly Group[], text: string): Group[] {
  const words = wordsOf(text)
  const found = groups.map(({ label, entries }) => ({ label, entries: matchEntries(entries, words) }))
  const best = Math.max(...found.map(({ entries: [first] }) => first?.rank ?? 0), 0)
  return found
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => Number(b.entries[0]?.rank === best) - Number(a.entries[0]?.rank === best))
    .map(({ label, entries }) => ({ label, entries: entries.map(({ entry }) => entry) }))
}

function matchEntries(entries: readonly Entry[], words: readonly string[]) {
  if (words.length === 0) {
    return entries.filter(({ isHidden }) => !isHidden).map((entry) => ({ entry, rank: 0 }))
  }
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MAX_IN_GROUP)
}

/** 3: the label starts with the text. 2: words of the label do. 1: other words do. 0: no match. */
function rankOf({ label, words: more = '' }: Entry, words: readonly string[]): number {
  const own = wordsOf(label)
  if (own.join(' ').startsWith(words.join(' '))) return 3
  const startsOne = (each: readonly string[]) => (word: string) => each.some((one) => one.startsWith(word))
  if (words.every(startsOne(own))) return 2
  return words.every(startsOne([...own, ...wordsOf(more)])) ? 1 : 0
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}\p{S}]+/u)
    .filter((word) => word !== '')
