import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Section } from '../../parts/Section.tsx'
import { FactList } from '../../parts/tables/FactList.tsx'
import { Time } from '../../parts/words/Time.tsx'
import { RenewCodesDialog, SetUpDialog, TurnOffDialog } from './SecondFactorDialogs.tsx'
import { texts as allTexts } from './second-factor-texts.ts'

const texts = allTexts.section

export function SecondFactor() {
  const [dialog, setDialog] = useState<'set-up' | 'renew' | 'remove'>()
  const { data, error, refetch } = useApiQuery(contract.getSecondFactor, {})
  const close = () => setDialog(undefined)
  if (!data) return <ErrorNote title={texts.loadFailed} error={error} retry={refetch} />
  const { since, codesLeft, hasPassword } = data
  const isOff = since === null
  return (
    <Section
      title={texts.title}
      lead={hasPassword ? texts.lead : texts.noPassword}
      action={isOff && hasPassword && <Button onClick={() => setDialog('set-up')}>{texts.setUp}</Button>}
    >
      {!isOff && (
        <>
          <FactList
            panel
            facts={[
              [texts.since, <Time key="since" at={since} />],
              [texts.codesLeft, String(codesLeft)],
            ]}
          />
          {codesLeft <= 2 && <Note tone="warning">{texts.fewCodes}</Note>}
          <div>
            <Button variant="default" mr={10} onClick={() => setDialog('renew')}>
              {texts.renew}
            </Button>
            <Button variant="default" onClick={() => setDialog('remove')}>
              {texts.remove}
            </Button>
          </div>
        </>
      )}
      {dialog === 'set-up' && <SetUpDialog onClose={close} />}
      {dialog === 'renew' && <RenewCodesDialog onClose={close} />}
      {dialog === 'remove' && <TurnOffDialog onClose={close} />}
    </Section>
  )
}
