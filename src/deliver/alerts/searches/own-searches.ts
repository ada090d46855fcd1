// Which saved searches are a member's own. A member saves searches for themselves: shown on Today, or mailed to their
// own address. Only an owner decides what others receive, so a member can no longer change a search that an owner
// points elsewhere.

import type { AlertDestination } from '../../../closed-sets/alerts.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Role } from '../../../settings-contract/index.ts'
import type { StoredSearch } from './saved-search-queries.ts'

export interface Person {
  readonly accountId: string
  readonly email: string
  readonly role: Role
}

export function mayChange(
  { createdBy, destination, target }: Pick<StoredSearch, 'createdBy' | 'destination' | 'target'>,
  person: Person,
): boolean {
  return person.role === 'owner' || (createdBy === person.accountId && reachesOnly(destination, target, person.email))
}

export function assertMayChange(search: StoredSearch, person: Person): void {
  if (mayChange(search, person)) return
  throw new AppError(
    'forbidden',
    'Members can change the alerts that they saved for themselves. Ask an owner of the team.',
    {
      code: 'owners_only',
    },
  )
}

/** `to` as in `readDestination`. */
export function assertMaySendTo(to: string, { role, email }: Person): void {
  const [, kind, target = ''] = /^(today|mail:)(.*)$/s.exec(to.trim()) ?? []
  if (role === 'owner' || (kind !== undefined && reachesOnly(kind === 'today' ? 'today' : 'mail', target, email)))
    return
  throw new AppError(
    'forbidden',
    `Members can get alerts on Today or at their own address, ${email}. Ask an owner to send them elsewhere.`,
    { code: 'owners_only', field: 'to' },
  )
}

const reachesOnly = (destination: AlertDestination, target: string, email: string) =>
  destination === 'today' || (destination === 'mail' && target.trim().toLowerCase() === email)
