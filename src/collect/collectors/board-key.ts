/**
 * Decides whether two names are the same board. Names that differ only in case never belong to two companies, and a
 * Personio board answers under both endings. A page with jobs is one path of a website, where case counts. looks.board_key
 * and matches.board_key repeat this rule in SQL.
 */
export function boardKey(collector: string, board: string): string {
  if (collector === 'job-posting') return `${collector} ${board}`
  const name = board.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return `${collector} ${collector === 'personio' ? name.replace(/\.de$/, '.com') : name}`
}
