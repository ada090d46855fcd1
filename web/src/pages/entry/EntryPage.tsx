import { type ReactNode, useEffect, useRef } from 'react'
import typography from '../../parts/typography.module.css'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { EntryLayout } from '../../shell/EntryLayout.tsx'

/** A page for visitors who are not signed in. Its first field has the focus. */
export function EntryPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null)
  useDocumentTitle(title)
  useEffect(() => card.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus(), [])
  return (
    <EntryLayout ref={card}>
      <div>
        <h1>{title}</h1>
        {lead && <p className={typography.muted}>{lead}</p>}
      </div>
      {children}
    </EntryLayout>
  )
}
