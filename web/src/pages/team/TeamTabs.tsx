import { Link } from '../../routing/Link.tsx'

const TABS = [
  ['/team', 'Members'],
  ['/team/audit', 'Audit log'],
] as const

export function TeamTabs({ current }: { current: (typeof TABS)[number][0] }) {
  return (
    <nav className="tabs" aria-label="Team">
      {TABS.map(([href, label]) => (
        <Link key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
