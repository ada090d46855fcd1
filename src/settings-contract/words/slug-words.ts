/** `series_e_plus` becomes "Series E plus", `logistics_software` becomes "Logistics software". */
export function slugWords(slug: string): string {
  const words = slug
    .replaceAll('_', ' ')
    .replace(/\bseries (\w)\b/, (_, round: string) => `series ${round.toUpperCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
