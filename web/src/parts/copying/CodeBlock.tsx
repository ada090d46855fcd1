import { classes } from '../class-names.ts'
import styles from './CodeBlock.module.css'
import { CopyButton } from './CopyButton.tsx'

/** A named region, because keyboard users must be able to reach and scroll it. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.block} tabIndex={0} aria-label={label}>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </section>
  )
}

/** A program to copy. Its lines are not wrapped. */
export function ProgramBlock({ text, name, onCopied }: { text: string; name: string; onCopied?: () => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles.program} role="group" aria-label={name}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={styles.block} tabIndex={0} aria-label={name}>
        <code>{text}</code>
      </section>
      <CopyButton text={text} name={name} onCopied={onCopied} />
    </div>
  )
}

/** Text as it was received, with long lines wrapped. */
export function TextBlock({ text }: { text: string }) {
  return <pre className={classes(styles.block, styles.wrap)}>{text}</pre>
}
