import { Page } from '../../parts/Page.tsx'
import { Link } from '../../routing/Link.tsx'
import { texts } from './texts.ts'

export function NotFoundPage() {
  return (
    <Page title={texts.title} lead={texts.lead} narrow>
      <p>
        {texts.continueWith(
          <Link href="/explore">{texts.explore}</Link>,
          <Link href="/windows">{texts.windows}</Link>,
          <Link href="/lists">{texts.lists}</Link>,
          <Link href="/alerts">{texts.alerts}</Link>,
        )}
      </p>
    </Page>
  )
}
