import { type ReactNode, useEffect, useRef } from 'react'
import { Mark } from '../../parts/icons.tsx'
import { useTitle } from '../../parts/Page.tsx'

/** A page for whoever is not signed in: one card with one thing to do. */
export function Entry({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null)
  useTitle(title)
  useEffect(() => card.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus(), [])
  return (
    <main className="entry">
      <div className="entry-card" ref={card}>
        <div className="brand">
          <Mark size={28} />
          Pro Signal
        </div>
        <div className="panel stack">
          <div>
            <h1>{title}</h1>
            {lead && <p className="quiet">{lead}</p>}
          </div>
          {children}
        </div>
      </div>
    </main>
  )
}
