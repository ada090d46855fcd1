import { Page } from '../parts/Page.tsx'
import { Link } from '../routing/Link.tsx'

export function NotFoundPage() {
  return (
    <Page title="There is no such page" lead="The link is mistyped, or what it led to has been removed." narrow>
      <p>
        Go on with <Link href="/keys">API keys</Link>, <Link href="/webhooks">webhooks</Link>,{' '}
        <Link href="/usage">usage</Link> or your <Link href="/team">team</Link>.
      </p>
    </Page>
  )
}
