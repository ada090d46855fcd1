import { readSeen } from '../../collect/collecting/index.ts'
import type { Queryable } from '../../db/index.ts'
import { registrableDomain } from '../../meaning/companies/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'

export interface SeenOn {
  readonly signalId: string
  readonly seenOn: string
  /** Absent: the website or job board itself answered. */
  readonly seenThrough?: string
  readonly seenAt: string
}

/** A name that readers know: `greenhouse.io`, not the host of its feeds. Only for collected signals. */
export async function readSeenOn(db: Queryable, signalIds: readonly string[]): Promise<readonly SeenOn[]> {
  const seen = await readSeen(db, signalIds)
  return seen.map(({ signalId, url, through, at }) => ({
    signalId,
    seenOn: siteOf(url),
    ...(through !== null && { seenThrough: through }),
    seenAt: isoTime(at.getTime() / 1_000),
  }))
}

function siteOf(url: string): string {
  const { protocol, hostname, pathname } = new URL(url)
  return protocol === 'dns:' ? `DNS of ${pathname}` : (registrableDomain(hostname) ?? hostname)
}
