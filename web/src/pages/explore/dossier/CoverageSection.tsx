import type { DossierReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { formatDate } from '../../../parts/words/format.ts'
import type { SignalType } from '../../../parts/words/signal-types.ts'
import { sourceName } from '../../../parts/words/source-names.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { TypeMark } from '../../../parts/words/TypeMark.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { texts } from '../texts.ts'
import styles from './CoverageSection.module.css'

/** Which signal types are monitored. For the others, no signal means nothing. */
export function CoverageSection({ coverage }: { coverage: NonNullable<DossierReply['coverage']> }) {
  return (
    <Section title={texts.coverage.title} lead={texts.coverage.lead}>
      <ul className={classes(layout.panel, styles.types)} aria-label={texts.coverage.title}>
        {Object.entries(coverage).map(([type, looked]) => (
          <li key={type}>
            <TypeMark type={type as SignalType} />
            <span className={classes(typography.small, typography.muted)}>
              {looked ? texts.coverage.checked(<Time at={looked.lastLookedAt} />) : texts.coverage.notMonitored}
            </span>
            {looked && (
              <p className={classes(typography.small, typography.muted, styles.details)}>
                {texts.coverage.since(
                  formatDate(looked.since),
                  <Words text={looked.sources.map(sourceName).join(', ')} />,
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
