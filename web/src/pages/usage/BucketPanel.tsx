import type { BucketReply } from '../../contract.ts'
import { count, shortHere, shortUtc } from '../../parts/format.ts'
import { Time } from '../../parts/Time.tsx'

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
  const tone = full ? 'bad' : share >= WATCH_FROM ? 'watch' : 'plain'
  return (
    <div className="panel bucket">
      <div>
        <h3>{name}</h3>
        <div className="quiet small">{what}</div>
      </div>
      <div className="bucket-figures number">
        <strong>{count(used)}</strong>
        <span className="quiet">of {count(limit)}</span>
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
        aria-valuetext={`${count(used)} of ${count(limit)} used`}
      >
        <div style={{ width: `${Math.min(100, share * 100)}%`, minWidth: used > 0 ? 4 : 0 }} />
      </div>
      <div className="small">
        {full ? <strong>Full: calls get 429. </strong> : <span>{count(remaining)} left. </span>}
        <span className="quiet">
          Resets <Time at={resetsAt} />
          {bucket !== 'perMinute' && (
            <>
              : {shortHere(resetsAt)} ({shortUtc(resetsAt)})
            </>
          )}
          .
        </span>
        {note && <div className="quiet">{note}</div>}
      </div>
    </div>
  )
}
