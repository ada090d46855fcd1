import { classes } from '../../parts/class-names.ts'
import { CopyField } from '../../parts/copying/CopyField.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import typography from '../../parts/typography.module.css'
import { CodeSamples } from './CodeSamples.tsx'
import { texts } from './texts.ts'

/** The result of creating or rotating a key. The secret can't be shown again. */
export function IssuedKey({ secret }: { secret: string }) {
  return (
    <>
      <Note tone="warning">{texts.issued.warning}</Note>
      <div>
        <div className={classes(typography.small, typography.strong)}>{texts.issued.key}</div>
        <CopyField text={secret} name={texts.issued.key} />
      </div>
      <div>
        <div className={classes(typography.small, typography.strong)}>{texts.issued.tryIt}</div>
        <CodeSamples apiKey={secret} first="stats" />
      </div>
    </>
  )
}
