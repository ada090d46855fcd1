import type { WebhookReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import typography from '../../../parts/typography.module.css'
import { texts } from '../texts.ts'

/** The webhook's filter, one line per part. */
export function FilterSummary({ filter }: { filter: NonNullable<WebhookReply['filter']> }) {
  const { signals, company, list, onceDays } = filter
  return (
    <div className={classes(typography.muted, typography.small)}>
      {signals && (
        <div>
          {texts.filter.onlySignals} <code className={typography.breakWord}>{signals}</code>
        </div>
      )}
      {company && (
        <div>
          {texts.filter.onlyCompanies} <code className={typography.breakWord}>{companyText(company)}</code>
        </div>
      )}
      {list && <div>{texts.filter.onlyList(list)}</div>}
      {onceDays !== undefined && <div>{texts.filter.oncePerCompany(onceDays)}</div>}
    </div>
  )
}

const companyText = (company: Readonly<Record<string, unknown>>) =>
  Object.entries(company)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ')
