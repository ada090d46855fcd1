import type { BucketReply } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import { formatNumber, shortLocal, shortUtc } from '../../parts/format.ts'
import layout from '../../parts/layout.module.css'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'

export const BUCKET_WORDS: Readonly<Record<BucketReply['bucket'], { readonly name: string; readonly what: string }>> = {
  perMinute: { name: 'Requests per minute', what: 'in any 60 seconds' },
  dailyRequests: { name: 'Requests per day', what: 'by UTC day' },
  monthlyRequests: { name: 'Requests per month', what: 'one for each successful call' },
  monthlyRecords: { name: 'Records per month', what: 'one for each row of a list, and for a dossier' },
  monthlyPageTurns: { name: 'Page turns per month', what: 'pages from the second on' },
  dailyCompanyDetail: { name: 'Companies opened per day', what: 'different dossiers by UTC day' },
}

/** From here on it is time to look. */
const WATCH_FROM = 0.8

export function BucketPanel({ bucket: { bucket, used, limit, remaining, resetsAt, note } }: { bucket: BucketReply }) {
  const { name, what } = BUCKET_WORDS[bucket]
  const share = limit === 0 ? 0 : used / limit
  const full = limit > 0 && remaining === 0
  const tone = full ? 'danger' : share >= WATCH_FROM ? 'warning' : 'neutral'
  return (
    <div className={classes(layout.panel, 'bucket')}>
      <div>
        <h3>{name}</h3>
        <div className={classes(typography.muted, typography.small)}>{what}</div>
      </div>
      <div className={classes('bucket-figures', typography.tabular)}>
        <strong>{formatNumber(used)}</strong>
        <span className={typography.muted}>of {formatNumber(limit)}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> each in their own way */}
      <div
        className="meter"
        data-tone={tone}
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={used}
        aria-valuetext={`${formatNumber(used)} of ${formatNumber(limit)} used`}
      >
        <div style={{ width: `${Math.min(100, share * 100)}%`, minWidth: used > 0 ? 4 : 0 }} />
      </div>
      <div className={typography.small}>
        {full ? <strong>Full: calls get 429. </strong> : <span>{formatNumber(remaining)} left. </span>}
        <span className={typography.muted}>
          Resets <Time at={resetsAt} />
          {bucket !== 'perMinute' && (
            <>
              : {shortLocal(resetsAt)} ({shortUtc(resetsAt)})
            </>
          )}
          .
        </span>
        {note && <div className={typography.muted}>{note}</div>}
      </div>
    </div>
  )
}
