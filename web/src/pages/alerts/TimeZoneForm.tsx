import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { texts } from './texts.ts'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

export function TimeZoneForm({ timeZone }: { timeZone: string }) {
  const [zone, setZone] = useState(timeZone)
  const save = useApiMutation(contract.setTimeZone, { invalidates: ['listSearches'] })
  const toast = useToast()
  return (
    <ActionForm
      mutation={save}
      submitLabel={texts.list.timeZoneSave}
      busyLabel={texts.list.timeZoneSaving}
      input={() => ({ body: { timeZone: zone } })}
      onDone={() => toast(texts.list.timeZoneSaved)}
    >
      <NativeSelect
        maw={320}
        label={texts.list.timeZone}
        description={texts.list.timeZoneHint}
        // A zone can have two names, and another browser may have chosen the name that this one doesn't list.
        data={ZONES.includes(timeZone) ? ZONES : [timeZone, ...ZONES]}
        value={zone}
        onChange={(event) => setZone(event.currentTarget.value)}
      />
    </ActionForm>
  )
}
