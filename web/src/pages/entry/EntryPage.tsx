import { type ReactNode, useLayoutEffect, useRef } from 'react'
import typography from '../../parts/typography.module.css'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { Words } from '../../parts/words/Words.tsx'
import { EntryLayout } from '../../shell/EntryLayout.tsx'

/** A page for visitors who are not signed in. Its first empty field has the focus. */
interface EntryPageProps {
  readonly title: string
  readonly lead?: string | undefined
  readonly children: ReactNode
}

export function EntryPage({ title, lead, children }: EntryPageProps) {
  const card = useRef<HTMLDivElement>(null)
  useDocumentTitle(title)
  // Before the page is painted, so that nothing typed at its sight is lost.
  useLayoutEffect(() => {
    const fields = [...(card.current?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? [])]
    ;(fields.find(({ value }) => value === '') ?? fields[0])?.focus()
  }, [])
  return (
    <EntryLayout ref={card}>
      <div>
        <h1>
          <Words text={title} />
        </h1>
        {lead && (
          <p className={typography.muted}>
            <Words text={lead} />
          </p>
        )}
      </div>
      {children}
    </EntryLayout>
  )
}
