const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters as readers see them. Cutting between them never splits an emoji. */
export const graphemesOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)

/** The first characters of a text, up to a number of code points. */
export function firstGraphemes(text: string, maxCodePoints: number): string {
  let cut = ''
  for (const grapheme of graphemesOf(text)) {
    if ([...cut, ...grapheme].length > maxCodePoints) break
    cut += grapheme
  }
  return cut
}
