import { classes } from '../../parts/class-names.ts'
import { CopyField } from '../../parts/copying/CopyField.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import typography from '../../parts/typography.module.css'
import { Time } from '../../parts/words/Time.tsx'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.invite

/** The result of creating an invitation. The link can't be shown again. */
export function InviteLink({ invitation }: { invitation: { readonly linkPath: string; readonly expiresAt: string } }) {
  return (
    <>
      <Note tone="warning">{texts.resultWarning}</Note>
      <CopyField text={location.origin + invitation.linkPath} name={texts.link} />
      <p className={classes(typography.muted, typography.small)}>{texts.expiry(<Time at={invitation.expiresAt} />)}</p>
    </>
  )
}
