import { classes } from '../../../parts/class-names.ts'
import { CopyField } from '../../../parts/copying/CopyField.tsx'
import typography from '../../../parts/typography.module.css'
import { texts } from '../texts.ts'

interface NewSecretsProps {
  readonly hint: string
  readonly authKey?: string
  readonly signingSecret?: string
}

/** The secrets of a new webhook, a rotated one, or the secret of a saved search. */
export function NewSecrets({ hint, authKey, signingSecret }: NewSecretsProps) {
  return (
    <>
      <p>{hint}</p>
      {authKey && <Secret text={authKey} name={texts.authKey.label} />}
      {signingSecret && <Secret text={signingSecret} name={texts.signingSecret.label} />}
    </>
  )
}

const Secret = ({ text, name }: { text: string; name: string }) => (
  <div>
    <p className={classes(typography.strong, typography.small)}>{name}</p>
    <CopyField text={text} name={name} />
  </div>
)
