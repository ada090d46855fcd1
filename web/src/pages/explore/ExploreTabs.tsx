import { Link } from '../../routing/Link.tsx'
import { usePath } from '../../routing/location.ts'
import styles from './ExploreTabs.module.css'
import { texts } from './texts.ts'

const TABS = [
  ['/explore', texts.tabs.search],
  ['/explore/slices', texts.tabs.slices],
] as const

/** The two ways to find companies: by a query, and by a slice. */
export function ExploreTabs() {
  const path = usePath()
  const current = path.startsWith('/explore/slices') ? '/explore/slices' : '/explore'
  return (
    <nav className={styles.tabs} aria-label={texts.tabs.label}>
      {TABS.map(([href, label]) => (
        <Link key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
