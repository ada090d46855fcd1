import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { useSession } from '../../session.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { texts } from './texts.ts'

export function AccountPage() {
  const { account } = useSession()
  return (
    <Page title={texts.title} lead={<Words text={account.email} />}>
      <Section title={texts.password.title}>
        <div className={classes(layout.panel, layout.padded)}>
          <PasswordForm email={account.email} />
        </div>
      </Section>
      <SecondFactor />
      <Sessions />
    </Page>
  )
}
