import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from '../routing/Link.tsx'
import { BackIcon } from './icons.tsx'

interface PageProps {
  readonly title: string
  /** What the tab says, where that is more than the heading. */
  readonly tab?: string
  readonly lead?: ReactNode
  readonly action?: ReactNode
  readonly back?: { readonly href: string; readonly label: string }
  readonly narrow?: boolean
  readonly children: ReactNode
}

/** A page says where one is: in the tab, in its heading, and to a screen reader by moving the focus there. */
export function Page({ title, tab = title, lead, action, back, narrow = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(tab)
  useEffect(() => {
    // Not on the first load, where the browser begins at the top by itself.
    if (arrivals++ > 0) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={narrow ? 'page narrow' : 'page'}>
      <header className="page-head">
        <div>
          {back && (
            <p className="small">
              <Link href={back.href} className="row" style={{ gap: 2, width: 'fit-content' }}>
                <BackIcon size={16} />
                {back.label}
              </Link>
            </p>
          )}
          <h1 ref={heading} tabIndex={-1} className="break">
            {title}
          </h1>
          {lead && <p>{lead}</p>}
        </div>
        {action && <div>{action}</div>}
      </header>
      {children}
    </div>
  )
}

let arrivals = 0

export function useTitle(tab: string): void {
  useEffect(() => {
    document.title = `${tab} · Pro Signal`
  }, [tab])
}

interface SectionProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, lead, action, children }: SectionProps) {
  return (
    <section className="section" aria-label={title}>
      <div className="section-head">
        <div>
          <h2>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
