import { Button, Group } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { useSetSession } from '../../api/session-state.ts'
import { contract } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { navigate } from '../../routing/location.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.signOutEverywhere

export function SignOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const setSession = useSetSession()
  const endOthers = useApiMutation(contract.signOutEverywhere, { invalidates: ['listSessions', 'listAudit'] })
  const endOtherSessions = () =>
    endOthers.mutate(
      { body: { keepThisSession: true } },
      {
        onSuccess: ({ sessionsEnded }) => {
          toast(texts.othersEnded(sessionsEnded))
          onClose()
        },
      },
    )
  return (
    <DialogForm
      title={texts.title}
      route={contract.signOutEverywhere}
      danger
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      input={() => (endOthers.isPending ? undefined : { body: { keepThisSession: false } })}
      onDone={() => {
        navigate('/sign-in')
        setSession(null)
      }}
      onClose={onClose}
    >
      <p>{texts.explanation}</p>
      <Group>
        <Button variant="default" onClick={endOtherSessions}>
          {texts.othersOnly}
        </Button>
      </Group>
      <ErrorNote error={endOthers.error} />
    </DialogForm>
  )
}
