import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import styles from './Docs.module.css'
import { DocsFrame } from './DocsFrame.tsx'
import { useScrollToAnchor } from './ReferencePage.tsx'
import { readDocument } from './read-document.ts'
import { texts } from './texts.ts'

export function GuidePage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['query-language.html'],
    queryFn: ({ signal }) => readDocument('/docs/query-language.html', signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const contents = useMemo(() => headingsOf(data ?? ''), [data])
  const html = useMemo(() => withLinks(data ?? ''), [data])
  useScrollToAnchor(data !== undefined)
  return (
    <DocsFrame
      path="/docs/query-language"
      title={texts.guide.title}
      lead={texts.guide.lead(<a href="/docs/query-language.md">/docs/query-language.md</a>)}
      contents={contents}
    >
      {error && !data ? (
        <ErrorNote title={texts.guide.loadFailed} error={error} retry={refetch} />
      ) : data ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the service, in which all text is escaped
        <div className={styles.guide} dangerouslySetInnerHTML={{ __html: html }} />
      ) : (
        <Loading height={600} radius={12} />
      )}
    </DocsFrame>
  )
}

/** Each of the examples leads to Explore, which runs nothing by itself. */
function withLinks(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (let at = body.querySelector('h2')?.nextElementSibling; at && at.tagName !== 'H2'; at = at.nextElementSibling) {
    if (at.tagName !== 'PRE') continue
    const link = body.ownerDocument.createElement('a')
    link.href = `/explore?query=${encodeURIComponent(at.textContent ?? '')}`
    link.textContent = texts.guide.open
    link.setAttribute('aria-label', texts.guide.openLabel(at.textContent ?? ''))
    const example = body.ownerDocument.createElement('div')
    example.className = styles.example ?? ''
    at.replaceWith(example)
    example.append(at, link)
    at = example
  }
  return body.innerHTML
}

function headingsOf(html: string): [id: string, label: string][] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('h2')].map(({ id, textContent }) => [id, textContent])
}
