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
        <div className={styles.guide} dangerouslySetInnerHTML={{ __html: data }} />
      ) : (
        <Loading height={600} radius={12} />
      )}
    </DocsFrame>
  )
}

function headingsOf(html: string): [id: string, label: string][] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('h2')].map(({ id, textContent }) => [id, textContent])
}
