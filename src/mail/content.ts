// The content of a mail, without its layout: text and HTML are both made from it (render.ts).

export interface MailLink {
  readonly label: string
  /** http or https. */
  readonly url: string
}

/** One of several things that a mail is about, such as a company of a digest. */
export interface MailEntry {
  readonly title: string
  readonly url?: string | undefined
  /** Next to the title, such as a domain or a score. */
  readonly note?: string | undefined
  readonly lines?: readonly string[]
  readonly links?: readonly MailLink[]
}

export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** What the reader should do. At most one in a mail reads well. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'facts'; readonly facts: readonly { readonly label: string; readonly value: string }[] }
  | { readonly kind: 'entries'; readonly entries: readonly MailEntry[] }
  | { readonly kind: 'note'; readonly text: string }

/** Texts may contain user input, such as names: they are cleaned, truncated and escaped where they are shown. */
export interface MailContent {
  readonly subject: string
  readonly heading: string
  readonly blocks: readonly MailBlock[]
  /** Why the reader gets this mail, and how to unsubscribe. */
  readonly footer: string
  readonly footerLinks?: readonly MailLink[]
  /** Unsubscribes with one POST (RFC 8058): mail programs show a button for it. */
  readonly unsubscribe?: string | undefined
}
