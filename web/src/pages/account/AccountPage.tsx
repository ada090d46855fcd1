import { Button } from '@mantine/core'
import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { useSession } from '../../session.ts'
import { rememberReturnPath } from '../entry/return-path.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { texts } from './texts.ts'

export function AccountPage() {
  const { account, signedInBy } = useSession()
  const label = useApiQuery(contract.getSignOn, {}).data?.label
  const hasPassword = useApiQuery(contract.getSecondFactor, {}).data?.hasPassword ?? true
  return (
    <Page title={texts.title} lead={<Words text={account.email} />}>
      <Section title={texts.password.title}>
        <div className={classes(layout.panel, layout.padded)}>
          {hasPassword ? <PasswordForm email={account.email} /> : <p>{texts.password.none}</p>}
        </div>
      </Section>
      {label && signedInBy !== 'provider' && (
        <Section
          title={texts.provider.title}
          lead={texts.provider.lead(label)}
          action={
            <Button component={Link} variant="default" href="/sign-on" onClick={rememberReturnPath}>
              {texts.provider.connect(label)}
            </Button>
          }
        >
          {null}
        </Section>
      )}
      <SecondFactor />
      <Sessions />
    </Page>
  )
}
