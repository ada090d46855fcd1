import { Page, Section } from '../../parts/Page.tsx'
import { useSession } from '../../session.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'

export function AccountPage() {
  const { account } = useSession()
  return (
    <Page title="Account" lead={account.email}>
      <Section title="Password">
        <div className="panel pad">
          <PasswordForm email={account.email} />
        </div>
      </Section>
      <Sessions />
    </Page>
  )
}
