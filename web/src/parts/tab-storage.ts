// Values that survive a reload of this tab, for a limited time. They belong to one account in one team, so the next
// user of the tab can't read them. Signing out deletes them.

const PREFIX = 'pro-signal:'

export interface Owner {
  readonly accountId: string
  readonly teamId: string
}

interface Stored<Value> extends Owner {
  readonly value: Value
  readonly at: number
}

export function readTabValue<Value>(name: string, owner: Owner, maxAgeMs: number): Value | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') as Stored<Value> | null
    if (!stored) return undefined
    const age = Date.now() - stored.at
    if (age >= 0 && age < maxAgeMs && stored.accountId === owner.accountId && stored.teamId === owner.teamId) {
      return stored.value
    }
    // Too old, or another team's. The user may switch back, so only expired values are deleted.
    if (age < 0 || age >= maxAgeMs) removeTabValue(name)
  } catch {
    removeTabValue(name)
  }
  return undefined
}

/** Returns whether there was room. Storage can be full or blocked; only a reload depends on it. */
export function writeTabValue(name: string, owner: Owner, value: unknown): boolean {
  try {
    const { accountId, teamId } = owner
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ accountId, teamId, value, at: Date.now() }))
    return true
  } catch {
    return false
  }
}

export function removeTabValue(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {
    // Blocked, so nothing was stored either.
  }
}

export function clearTabStorage(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
  } catch {
    // As above.
  }
}
