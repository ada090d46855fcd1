// Requests for a secret whose reply never arrived: the connection broke, or the tab was reloaded. The service may have
// created a key that was never shown. The list that would contain it says so until the user has dealt with it.

import { useSyncExternalStore } from 'react'
import { type Owner, readTabValue, writeTabValue } from '../parts/tab-storage.ts'

export interface Attempt {
  readonly kind: 'create-key' | 'rotate-key' | 'invite' | 'add-webhook'
  /** What was to be created: a key's name, an email address, a URL. */
  readonly subject: string
  /** What existed before, in the list's own terms. Anything else by that name is from this attempt. */
  readonly known: readonly string[]
}

export interface Unanswered extends Attempt {
  readonly id: string
}

const NAME = 'unanswered'
const STORED_MS = 60 * 60_000
const MAX_STORED = 20
const NONE: readonly Unanswered[] = []

/** Attempts that this page is still waiting for. Empty after a reload. */
const waiting = new Set<string>()
const listeners = new Set<() => void>()
let cached: { readonly owner: string; readonly lost: readonly Unanswered[] } | undefined

const read = (owner: Owner) => readTabValue<readonly Unanswered[]>(NAME, owner, STORED_MS) ?? NONE

function write(owner: Owner, all: readonly Unanswered[]): void {
  writeTabValue(NAME, owner, all.slice(-MAX_STORED))
  notify()
}

function notify(): void {
  cached = undefined
  for (const listener of listeners) listener()
}

export function beginAttempt(owner: Owner, attempt: Attempt): string {
  const id = crypto.randomUUID()
  waiting.add(id)
  write(owner, [...read(owner), { ...attempt, id }])
  return id
}

/** The reply arrived. What it created, if anything, is not from an earlier attempt. */
export function endAttempt(owner: Owner, id: string, created: readonly string[] = []): void {
  waiting.delete(id)
  const others = read(owner).filter((each) => each.id !== id)
  write(
    owner,
    others.map((each) => ({ ...each, known: [...each.known, ...created] })),
  )
}

export function loseAttempt(id: string): void {
  waiting.delete(id)
  notify()
}

export function useUnanswered(owner: Owner, kinds: readonly Attempt['kind'][]): readonly Unanswered[] {
  const key = `${owner.accountId} ${owner.teamId}`
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => {
      if (cached?.owner !== key) cached = { owner: key, lost: read(owner).filter(({ id }) => !waiting.has(id)) }
      return cached.lost
    },
  )
  return all.filter(({ kind }) => kinds.includes(kind))
}
