import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type TeamSignOnReply } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Section } from '../../parts/Section.tsx'
import { FactList } from '../../parts/tables/FactList.tsx'
import { useCan, useSession } from '../../session.ts'
import { texts as allTexts } from './sign-on-texts.ts'

/** How people sign in to this team. Nothing where the service has no provider and the team asks for none. */
export function SignOn() {
  const [isOpen, setIsOpen] = useState(false)
  const { signedInBy } = useSession()
  const can = useCan()
  const { data } = useApiQuery(contract.getTeamSignOn, {})
  if (!data || (data.label === null && !data.required)) return null
  const { label, domains, required } = data
  const open = () => setIsOpen(true)
  const mayRequire = label !== null && domains.length > 0 && signedInBy === 'provider'
  const texts = allTexts(label)
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      action={
        can('requireSignOn') &&
        (required || mayRequire) && (
          <Button variant="default" onClick={open}>
            {required ? texts.allow.open : texts.require.open}
          </Button>
        )
      }
    >
      {label === null && <Note tone="warning">{texts.noProvider}</Note>}
      <FactList
        panel
        facts={[
          [texts.domains, texts.domainList(domains)],
          [texts.passwords, required ? texts.refused : texts.accepted],
        ]}
      />
      {can('requireSignOn') && !required && !mayRequire && (
        <Note>{domains.length === 0 ? texts.noDomain : texts.signInFirst}</Note>
      )}
      {isOpen && <RequireDialog signOn={data} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

function RequireDialog({ signOn, onClose }: { signOn: TeamSignOnReply; onClose: () => void }) {
  const { label, required, withoutProvider } = signOn
  const texts = allTexts(label)
  const { title, submit, busy, body, done } = required ? texts.allow : texts.require
  return (
    <DialogForm
      title={title}
      route={contract.requireSignOn}
      invalidates={['getTeamSignOn', 'listAudit', 'listMembers']}
      submitLabel={submit}
      busyLabel={busy}
      input={() => ({ body: { required: !required } })}
      doneToast={done}
      onClose={onClose}
    >
      <p>{body}</p>
      {!required && withoutProvider.length > 0 && (
        <Note tone="warning" title={texts.lockedOut(withoutProvider.length)}>
          {withoutProvider.join(', ')}
        </Note>
      )}
    </DialogForm>
  )
}
