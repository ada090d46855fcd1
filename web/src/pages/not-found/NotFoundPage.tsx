import { Page } from '../../parts/Page.tsx'
import { Link } from '../../routing/Link.tsx'
import { texts } from './texts.ts'

export function NotFoundPage() {
  return (
    <Page title={texts.title} lead={texts.lead} narrow>
      <p>
        {texts.continueWith(
          <Link href="/keys">{texts.keys}</Link>,
          <Link href="/webhooks">{texts.webhooks}</Link>,
          <Link href="/usage">{texts.usage}</Link>,
          <Link href="/team">{texts.team}</Link>,
        )}
      </p>
    </Page>
  )
}
