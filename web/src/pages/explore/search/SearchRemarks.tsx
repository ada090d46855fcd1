import type { FoundPageReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { Note } from '../../../parts/notes/Note.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { texts } from '../texts.ts'
import styles from './SearchRemarks.module.css'
import { SuggestionButton } from './SuggestionButton.tsx'

type Warning = NonNullable<FoundPageReply['warnings']>[number]

interface SearchRemarksProps {
  /** Undefined: there is no reply yet. */
  readonly remarks: Pick<FoundPageReply, 'warnings' | 'unknownDomains' | 'leftOut'> | undefined
  /** Puts a suggestion into the form. */
  readonly onUse: (warning: Warning, suggestion: string) => void
  /** Removes unknown domains from the form. */
  readonly onRemove: (domains: readonly string[]) => void
}

/** Remarks about the request: values that occur nowhere, domains that no company has, and what was left out. */
export function SearchRemarks({ remarks, onUse, onRemove }: SearchRemarksProps) {
  const { warnings = [], unknownDomains = [], leftOut = 0 } = remarks ?? {}
  return (
    <div className={layout.stack} aria-live="polite">
      {warnings.length > 0 && (
        <Note tone="warning" title={texts.remarks.title}>
          <ul className={classes(layout.stackTight, styles.list)}>
            {warnings.map((warning) => (
              <li key={warning.message} className={layout.row}>
                <span>
                  <Words text={warning.message} />
                </span>
                {warning.suggestions.map((suggestion) => (
                  <SuggestionButton key={suggestion} onClick={() => onUse(warning, suggestion)}>
                    {texts.query.use(<code>{suggestion}</code>)}
                  </SuggestionButton>
                ))}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {unknownDomains.length > 0 && (
        <Note
          title={texts.remarks.unknownDomains(unknownDomains.length)}
          action={
            <SuggestionButton onClick={() => onRemove(unknownDomains)}>{texts.remarks.removeUnknown}</SuggestionButton>
          }
        >
          <Words text={unknownDomains.join(', ')} />
        </Note>
      )}
      {leftOut > 0 && <Note title={texts.remarks.leftOut(leftOut)}>{texts.remarks.leftOutHint}</Note>}
    </div>
  )
}
