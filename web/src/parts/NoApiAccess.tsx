import { Note } from './Note.tsx'
import { noApiAccessTexts } from './texts.ts'

/** Shown to teams whose plan has no API access. */
export function NoApiAccess() {
  return (
    <Note tone="warning" title={noApiAccessTexts.title}>
      {noApiAccessTexts.body}
    </Note>
  )
}
