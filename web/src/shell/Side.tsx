import { Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useAct, useEnter } from '../api/queries.ts'
import { contract } from '../contract.ts'
import {
  AccountIcon,
  ChevronIcon,
  ExploreIcon,
  KeyIcon,
  Mark,
  TeamIcon,
  UsageIcon,
  WebhookIcon,
} from '../parts/icons.tsx'
import { useToast } from '../parts/Toasts.tsx'
import { Link } from '../routing/Link.tsx'
import { navigate } from '../routing/location.ts'
import { useSession } from '../session.ts'

const PLACES = [
  ['/keys', 'API', KeyIcon],
  ['/webhooks', 'Webhooks', WebhookIcon],
  ['/usage', 'Usage', UsageIcon],
  ['/explore', 'Explore', ExploreIcon],
  ['/team', 'Team', TeamIcon],
  ['/account', 'Account', AccountIcon],
] as const

export function Side({ path }: { path: string }) {
  return (
    <div className="side">
      <div className="brand">
        <Mark />
        Pro Signal
      </div>
      <nav aria-label="Settings">
        <ul className="nav">
          {PLACES.map(([href, label, Icon]) => (
            <li key={href}>
              <Link href={href} aria-current={path === href || path.startsWith(`${href}/`) ? 'page' : undefined}>
                <Icon />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="side-foot">
        <Scheme />
        <Who />
      </div>
    </div>
  )
}

function Scheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label="Colours"
      transitionDuration={0}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
        { value: 'auto', label: 'System' },
      ]}
    />
  )
}

/** The team and the person, and the ways to change either. */
function Who() {
  const { account, team, teams } = useSession()
  const enter = useEnter()
  const toast = useToast()
  const signOut = useAct(contract.signOut)
  const switchTeam = useAct(contract.switchTeam)
  const leave = () =>
    signOut.mutate(
      {},
      {
        onSuccess: () => {
          navigate('/sign-in')
          enter(null)
        },
        onError: ({ message }) => toast(message),
      },
    )
  const goTo = (teamId: string) =>
    switchTeam.mutate(
      { body: { teamId } },
      { onSuccess: (session) => enter(session), onError: ({ message }) => toast(message) },
    )
  const others = teams.filter(({ id }) => id !== team.id)
  return (
    <Menu width={220} position="top-start">
      <Menu.Target>
        <button type="button" className="who" aria-label={`${team.name}, ${account.email}: team and account`}>
          <span>
            <span className="strong">{team.name}</span>
            <span className="quiet small">{account.email}</span>
          </span>
          <ChevronIcon size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.length > 0 && <Menu.Label>Switch to</Menu.Label>}
        {others.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => goTo(id)}>
            {name}
          </Menu.Item>
        ))}
        {others.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={() => navigate('/account')}>Account</Menu.Item>
        <Menu.Item onClick={leave}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
