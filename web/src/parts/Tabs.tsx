import { Link } from '../routing/Link.tsx'
import styles from './Tabs.module.css'

interface TabsProps {
  readonly label: string
  readonly tabs: readonly (readonly [href: string, label: string])[]
  /** The address of the tab that is shown. */
  readonly current: string
}

/** The parts of one subject, each with an address of its own. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(([href, text]) => (
        <Link key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
