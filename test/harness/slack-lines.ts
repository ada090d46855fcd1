// A message of Slack's Block Kit as lines of text, to compare: *bold*, [links](URL), and markup as it is.

interface Element {
  readonly type: string
  readonly text?: string
  readonly url?: string
  readonly style?: { readonly bold?: boolean } | string
  readonly elements?: readonly Element[]
}

const blocksOf = (message: { readonly blocks?: unknown }) => (message.blocks ?? []) as Element[]

export const slackLines = (message: { readonly blocks?: unknown }) => blocksOf(message).flatMap(linesIn)

function linesIn({ type, elements = [] }: Element): string[] {
  if (type === 'rich_text_list') return elements.map(({ elements: parts = [] }) => `• ${parts.map(inline).join('')}`)
  if (type === 'rich_text_section') return elements.map(inline).join('').replace(/\n$/, '').split('\n')
  return elements.flatMap((each) => (each.type === 'mrkdwn' ? [each.text ?? ''] : linesIn(each)))
}

function inline({ text = '', url, style }: Element): string {
  const shown = url === undefined ? text : `[${text}](${url})`
  return typeof style === 'object' && style.bold ? `*${shown}*` : shown
}

/** The texts in which Slack looks for markup, without the URLs of links. */
export const slackMarkup = (message: { readonly blocks?: unknown }) =>
  blocksOf(message)
    .flatMap(({ elements = [] }) => elements)
    .filter(({ type }) => type === 'mrkdwn')
    .map(({ text = '' }) => text.replaceAll(/<[^|>]+\|/g, '<'))
