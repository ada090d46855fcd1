import { noApiAccessTexts } from '../texts.ts'
import { Note } from './Note.tsx'

/** Shown to teams whose plan has no API access. */
export function NoApiAccess() {
  return (
    <Note tone="warning" title={noApiAccessTexts.title}>
      {noApiAccessTexts.body}
    </Note>
  )
}
