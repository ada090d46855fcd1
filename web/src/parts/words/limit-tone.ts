const WARNING_SHARE = 0.8
const DANGER_SHARE = 0.95

/** How urgent a limit is by the share of it that is used. */
export function limitTone({ used, limit }: { used: number; limit: number }): 'neutral' | 'warning' | 'danger' {
  if (limit === 0) return 'neutral'
  const share = used / limit
  return share >= DANGER_SHARE ? 'danger' : share >= WARNING_SHARE ? 'warning' : 'neutral'
}
