import { Fragment } from 'react'
import { Link } from '../../routing/Link.tsx'

/** Paragraphs with `code`, **bold** and [links](/path), as in the descriptions of the API. */
export function Prose({ text }: { text: string }) {
  const paragraphs = text.split('\n\n')
  return paragraphs.map((paragraph) => (
    <p key={paragraph}>
      <Inline text={paragraph} />
    </p>
  ))
}

export function Inline({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^[\]]+\]\([^()\s]+\))/).map((part, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their place
    return <Fragment key={i}>{partOf(part)}</Fragment>
  })
}

function partOf(part: string) {
  if (/^`.+`$/.test(part)) return <code>{part.slice(1, -1)}</code>
  if (/^\*\*.+\*\*$/.test(part)) return <b>{part.slice(2, -2)}</b>
  const [, label, href] = /^\[([^[\]]+)\]\(([^()\s]+)\)$/.exec(part) ?? []
  return href ? <Link href={href}>{label}</Link> : part
}
