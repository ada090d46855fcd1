import { Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { Key } from '../keyboard/Key.tsx'
import { openOverlay } from '../keyboard/overlay.ts'
import { preloadPalette } from '../keyboard/Shortcuts.tsx'
import { texts as keyboardTexts } from '../keyboard/texts.ts'
import { MOD_KEY } from '../keyboard/typing.ts'
import { Brand } from '../parts/Brand.tsx'
import { classes } from '../parts/class-names.ts'
import {
  AlertIcon,
  ChevronIcon,
  DocsIcon,
  ExploreIcon,
  KeyIcon,
  ListIcon,
  TeamIcon,
  TodayIcon,
  UsageIcon,
  WebhookIcon,
  WindowIcon,
} from '../parts/icons.tsx'
import typography from '../parts/typography.module.css'
import { Link } from '../routing/Link.tsx'
import { lastPage } from '../routing/last-page.ts'
import { navigate } from '../routing/location.ts'
import { useSession } from '../session.ts'
import styles from './Sidebar.module.css'
import { texts } from './texts.ts'
import { useAccountActions } from './use-account-actions.ts'

type Entry = readonly [href: string, label: string, Icon: typeof KeyIcon]

/** The account is in the menu below. */
const NAVIGATION: readonly { readonly heading?: string; readonly entries: readonly Entry[] }[] = [
  {
    entries: [
      ['/today', texts.pages.today, TodayIcon],
      ['/explore', texts.pages.explore, ExploreIcon],
      ['/windows', texts.pages.windows, WindowIcon],
      ['/lists', texts.pages.lists, ListIcon],
      ['/alerts', texts.pages.alerts, AlertIcon],
    ],
  },
  {
    heading: texts.developers,
    entries: [
      ['/keys', texts.pages.keys, KeyIcon],
      ['/webhooks', texts.pages.webhooks, WebhookIcon],
      ['/usage', texts.pages.usage, UsageIcon],
      ['/docs', texts.pages.docs, DocsIcon],
    ],
  },
  { entries: [['/team', texts.pages.team, TeamIcon]] },
]

/** A dossier belongs to the page that it was opened from, which the link above it leads back to. */
const DOSSIERS = '/explore/companies/'

/** The entry that the path is at or below. Of two, the longer one. */
function currentEntry(url: string): string | undefined {
  const [path = ''] = url.split(/[?#]/, 1)
  return NAVIGATION.flatMap(({ entries }) => entries.map(([href]) => href))
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.length - a.length)[0]
}

/** `closeDrawer` is set inside a drawer. A link to the open page doesn't change the path, but closes the drawer too. */
export function Sidebar({ path, closeDrawer }: { path: string; closeDrawer?: () => void }) {
  const current = currentEntry(path.startsWith(DOSSIERS) ? (lastPage()?.href ?? path) : path)
  return (
    <div className={classes(styles.sidebar, closeDrawer && styles.inDrawer)}>
      <Brand />
      {!closeDrawer && <JumpButton />}
      <nav aria-label={texts.navigation} className={styles.groups}>
        {NAVIGATION.map(({ heading, entries }) => (
          <div key={heading ?? entries[0]?.[0]}>
            {heading && <p className={styles.heading}>{heading}</p>}
            <ul className={styles.nav} aria-label={heading}>
              {entries.map(([href, label, Icon]) => (
                <li key={href}>
                  <Link href={href} onClick={closeDrawer} aria-current={href === current ? 'page' : undefined}>
                    <Icon />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.footer}>
        <ColorSchemeSwitch />
        <AccountMenu />
      </div>
    </div>
  )
}

function JumpButton() {
  return (
    <button
      type="button"
      className={styles.jump}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openOverlay('palette')}
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
    >
      <ExploreIcon size={16} />
      <span>{keyboardTexts.open}</span>
      <span aria-hidden="true">
        <Key name={MOD_KEY} /> <Key name="K" />
      </span>
    </button>
  )
}

function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={texts.colorScheme.label}
      transitionDuration={0}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={[
        { value: 'light', label: texts.colorScheme.light },
        { value: 'dark', label: texts.colorScheme.dark },
        { value: 'auto', label: texts.colorScheme.auto },
      ]}
    />
  )
}

/** Shows the team and the account, switches teams and signs out. */
function AccountMenu() {
  const { account, team, teams } = useSession()
  const { signOut, switchTo } = useAccountActions()
  const otherTeams = teams.filter(({ id }) => id !== team.id)
  return (
    <Menu width={220} position="top-start">
      <Menu.Target>
        <button
          type="button"
          className={styles.accountMenu}
          aria-label={texts.teamAndAccount(team.name, account.email)}
        >
          <span>
            <span className={typography.strong}>{team.name}</span>
            <span className={classes(typography.muted, typography.small)}>{account.email}</span>
          </span>
          <ChevronIcon size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {otherTeams.length > 0 && <Menu.Label>{texts.switchTo}</Menu.Label>}
        {otherTeams.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => switchTo(id)}>
            {name}
          </Menu.Item>
        ))}
        {otherTeams.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={() => navigate('/account')}>{texts.account}</Menu.Item>
        <Menu.Item onClick={() => openOverlay('shortcuts')}>{texts.shortcuts}</Menu.Item>
        <Menu.Item onClick={signOut}>{texts.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
