/** Reasons that differ only in what they quote count as one. */
export function groupReasons(reasons: readonly string[]): { readonly reason: string; readonly lines: number }[] {
  const groups = Map.groupBy(reasons, (reason) => reason.replaceAll(/"(?:[^"\\]|\\[\s\S]?)*(?:"|$)/g, '"…"'))
  return [...groups]
    .map(([reason, { length }]) => ({ reason, lines: length }))
    .sort((a, b) => b.lines - a.lines)
    .slice(0, MAX_GROUPS)
}

const MAX_GROUPS = 50
