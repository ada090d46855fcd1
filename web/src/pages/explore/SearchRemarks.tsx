import type { FoundPageReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { Note } from '../../parts/Note.tsx'
import { Words } from '../../parts/Words.tsx'
import styles from './SearchRemarks.module.css'
import { SuggestionButton } from './SuggestionButton.tsx'
import { texts } from './texts.ts'

type Warning = FoundPageReply['warnings'][number]

interface SearchRemarksProps {
  readonly remarks: Pick<FoundPageReply, 'warnings' | 'unknownDomains'>
  /** Puts a suggestion into the form. Undefined: the form has no such field. */
  readonly onUse: (warning: Warning, suggestion: string) => void
  readonly onRemoveUnknown: () => void
}

/** What the reply says about the request: values that occur nowhere, and domains that no company has. */
export function SearchRemarks({ remarks, onUse, onRemoveUnknown }: SearchRemarksProps) {
  const { warnings, unknownDomains = [] } = remarks
  return (
    <>
      {warnings.length > 0 && (
        <Note tone="warning" title={texts.remarks.title(warnings.length)}>
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
          action={<SuggestionButton onClick={onRemoveUnknown}>{texts.remarks.removeUnknown}</SuggestionButton>}
        >
          <Words text={unknownDomains.join(', ')} />
        </Note>
      )}
    </>
  )
}
