import { CopyField } from '../../parts/CopyField.tsx'
import { texts } from './texts.ts'

/** The key of a webhook that was added, or its new key. Owners can reveal it later. */
export function NewAuthKey({ authKey, hint }: { authKey: string; hint: string }) {
  return (
    <>
      <p>{hint}</p>
      <CopyField text={authKey} name={texts.authKey.label} />
    </>
  )
}
