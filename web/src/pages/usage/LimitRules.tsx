import type { contract, ReplyOf } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { Section } from '../../parts/Section.tsx'
import styles from './LimitRules.module.css'
import { texts } from './texts.ts'

type Limits = ReplyOf<typeof contract.getUsage>['limits']

export function LimitRules({ limits: { pageSizeMax, querySetRecordsMax } }: { limits: Limits }) {
  return (
    <Section title={texts.rules.title}>
      <div className={classes(layout.panel, layout.padded)}>
        <ul className={classes(layout.stackTight, styles.rules)}>
          <li>
            {texts.rules.rejected((text) => (
              <code>{text}</code>
            ))}
          </li>
          <li>{texts.rules.counted}</li>
          <li>{texts.rules.otherLimits(pageSizeMax, querySetRecordsMax)}</li>
        </ul>
      </div>
    </Section>
  )
}
