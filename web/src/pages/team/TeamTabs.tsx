import { Link } from '../../routing/Link.tsx'
import styles from './TeamTabs.module.css'
import { texts } from './texts.ts'

const TABS = [
  ['/team', texts.tabs.members],
  ['/team/audit', texts.tabs.audit],
] as const

export function TeamTabs({ current }: { current: (typeof TABS)[number][0] }) {
  return (
    <nav className={styles.tabs} aria-label={texts.title}>
      {TABS.map(([href, label]) => (
        <Link key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
