import { NativeSelect } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { texts } from './texts.ts'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** Saved when it is chosen. */
export function TimeZoneForm({ timeZone }: { timeZone: string }) {
  const save = useApiMutation(contract.setTimeZone, { invalidates: ['listSearches'] })
  const toast = useToast()
  return (
    <NativeSelect
      maw={320}
      label={texts.list.timeZone}
      description={texts.list.timeZoneHint}
      // A zone can have two names, and another browser may have chosen the name that this one doesn't list.
      data={ZONES.includes(timeZone) ? ZONES : [timeZone, ...ZONES]}
      value={save.isPending ? save.variables.body.timeZone : timeZone}
      onChange={({ currentTarget: { value } }) =>
        save.mutate(
          { body: { timeZone: value } },
          { onSuccess: () => toast(texts.list.timeZoneSaved), onError: ({ message }) => toast(message) },
        )
      }
    />
  )
}
