import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from '../routing/Link.tsx'
import { classes } from './class-names.ts'
import { BackIcon } from './icons.tsx'
import styles from './Page.module.css'
import typography from './typography.module.css'
import { useDocumentTitle } from './use-document-title.ts'
import { Words } from './words/Words.tsx'

interface PageProps {
  readonly title: string
  /** The title of the browser tab, where it differs from the heading. */
  readonly tabTitle?: string
  readonly lead?: ReactNode
  /** Beside the title. */
  readonly mark?: ReactNode
  readonly action?: ReactNode
  readonly back?: { readonly href: string; readonly label: string }
  readonly narrow?: boolean
  /** Less space, for a page whose results should begin high. */
  readonly isDense?: boolean
  readonly children: ReactNode
}

/** Sets the tab title and moves the focus to the heading, so that screen readers announce the new page. */
export function Page(props: PageProps) {
  const { title, tabTitle = title, lead, mark, action, back, narrow = false, isDense = false, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(tabTitle)
  // Before the page is painted, so that no key that is pressed at its sight goes elsewhere.
  useLayoutEffect(() => {
    // Not on the first load: there, the browser starts at the top by itself.
    if (pagesOpened++ > 0) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={classes(styles.page, narrow && styles.narrow, isDense && styles.dense)}>
      <header className={styles.header}>
        <div>
          {back && (
            <p className={typography.small}>
              <Link href={back.href} className={styles.back}>
                <BackIcon size={16} />
                {back.label}
              </Link>
            </p>
          )}
          <div className={styles.title}>
            {mark}
            <div>
              <h1 ref={heading} tabIndex={-1}>
                <bdi>
                  <Words text={title} />
                </bdi>
              </h1>
              {lead && <p>{lead}</p>}
            </div>
          </div>
        </div>
        {action && <div>{action}</div>}
      </header>
      {children}
    </div>
  )
}

let pagesOpened = 0
