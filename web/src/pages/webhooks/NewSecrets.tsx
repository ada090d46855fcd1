import { CopyField } from '../../parts/CopyField.tsx'
import { texts } from './texts.ts'

interface NewSecretsProps {
  readonly hint: string
  readonly authKey?: string
  readonly signingSecret?: string
}

/** The secrets of a webhook that was added, the one that was rotated, or that of a saved search. */
export function NewSecrets({ hint, authKey, signingSecret }: NewSecretsProps) {
  return (
    <>
      <p>{hint}</p>
      {authKey && <CopyField text={authKey} name={texts.authKey.label} />}
      {signingSecret && <CopyField text={signingSecret} name={texts.signingSecret.label} />}
    </>
  )
}
