import type { ReactNode } from 'react'
import { Brand } from '../../parts/Brand.tsx'
import { Page } from '../../parts/Page.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { Link } from '../../routing/Link.tsx'
import { useMaybeSession } from '../../session.ts'
import styles from './Docs.module.css'
import { texts } from './texts.ts'

const TABS = [
  ['/docs', texts.tabs.reference],
  ['/docs/query-language', texts.tabs.guide],
] as const

interface DocsFrameProps {
  readonly path: (typeof TABS)[number][0]
  readonly title: string
  readonly lead: ReactNode
  /** What is on the page, by the id of its heading. */
  readonly contents: readonly (readonly [id: string, label: string])[]
  /** Its code takes the place beside the text. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The documentation: for a visitor with a line above it instead of the navigation around the pages. */
export function DocsFrame({ path, title, lead, contents, isWide = false, children }: DocsFrameProps) {
  const isVisitor = useMaybeSession() === undefined
  const page = (
    <Page title={title} lead={<span className={styles.lead}>{lead}</span>}>
      <Tabs label={texts.tabs.label} tabs={TABS} current={path} />
      <div className={styles.columns} data-wide={isWide}>
        <div className={styles.content}>{children}</div>
        <nav className={styles.contents} aria-label={texts.contents}>
          <p>{texts.contents}</p>
          <ul>
            {contents.map(([id, label]) => (
              <li key={id}>
                <a href={`#${id}`}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Page>
  )
  if (!isVisitor) return page
  return (
    <div className={styles.visitor}>
      <header>
        <Brand flush />
        <Link href="/sign-in">{texts.signIn}</Link>
      </header>
      <main>{page}</main>
    </div>
  )
}
