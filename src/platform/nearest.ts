/** The candidates closest to what was typed, nearest first: what "did you mean" offers. */
export function nearest(typed: string, candidates: readonly string[], most = 3): string[] {
  const word = typed.toLowerCase()
  const bound = Math.max(1, Math.floor(word.length / 3))
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate.toLowerCase()) }))
    .filter(
      ({ candidate, distance }) => distance <= bound || (word.length > 2 && candidate.toLowerCase().startsWith(word)),
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let [older, previous, current] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i), [] as number[]]
  for (let i = 1; i <= a.length; i++) {
    current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (older[j - 2] ?? 0) + 1)
      current.push(best)
    }
    ;[older, previous] = [previous, current]
  }
  return previous[b.length] ?? 0
}
