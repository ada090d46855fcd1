import type { contract, ReplyOf } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { daysLeftOf } from '../../parts/company/days-left.ts'
import { WindowName } from '../../parts/company/WindowName.tsx'
import typography from '../../parts/typography.module.css'
import styles from './OpenWindow.module.css'
import { texts } from './texts.ts'

export type CompanyWindow = ReplyOf<typeof contract.listCompanyWindows>['windows'][number]

/** The strongest window of a company on a list. `isKnown`: one without a window is in none. */
export function OpenWindow({ isKnown, window }: { isKnown: boolean; window: CompanyWindow | undefined }) {
  if (!window) {
    return (
      <div className={styles.none}>
        <span className={typography.muted}>{isKnown ? texts.list.noWindow : '–'}</span>
      </div>
    )
  }
  const { slug, label, windowEndsAt, otherWindows } = window
  return (
    <div className={styles.window}>
      <span className={styles.name} title={label}>
        <WindowName slug={slug} label={label} />
      </span>
      <span className={classes(typography.muted, typography.small)}>
        {texts.list.daysLeft(daysLeftOf(windowEndsAt, Date.now()))}
        {otherWindows > 0 && <span title={texts.list.others(otherWindows)}> · +{otherWindows}</span>}
      </span>
    </div>
  )
}
