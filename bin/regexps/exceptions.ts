// Regular expressions that are not linear and never read a long text. The list may only shrink: rewrite instead of adding.

export interface Exception {
  readonly file: string
  readonly source: string
  /** The longest text that it reads, in characters, and what bounds it. */
  readonly maxLength: number
  readonly reason: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'src/platform/text/decode-body.ts',
    source: `<meta[^>]{0,200}\\bcharset\\s*=\\s*["']?([\\w-]+)`,
    maxLength: 1_024,
    reason: 'Reads SNIFFED_BYTES: the beginning of a page, where browsers look for its encoding, too.',
  },
]
