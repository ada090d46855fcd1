import { CopyButton } from './CopyButton.tsx'
import styles from './CopyField.module.css'

/** A text to copy: a key, a link, a command. */
export function CopyField({ text, name }: { text: string; name: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles.field} role="group" aria-label={name}>
      <code>{text}</code>
      <CopyButton text={text} name={name} />
    </div>
  )
}

/** The place of a secret that is not revealed. */
export function MaskedField() {
  return (
    <div className={styles.field}>
      <code aria-hidden="true">••••••••••••••••</code>
    </div>
  )
}
