import type { WebhookReply } from '../contract.ts'
import { classes } from '../parts/class-names.ts'
import typography from '../parts/typography.module.css'
import styles from './HourStrip.module.css'
import { hourStripTexts as texts } from './texts.ts'

const [WIDTH, HEIGHT] = [192, 28]

/** The attempts of the last 24 hours: successes below, failures on top. An hour without attempts is a thin line. */
export function HourStrip({ hours, isWide = false }: { hours: WebhookReply['hours']; isWide?: boolean }) {
  const succeeded = hours.reduce((sum, each) => sum + each.succeeded, 0)
  const failed = hours.reduce((sum, each) => sum + each.failed, 0)
  const max = Math.max(1, ...hours.map((each) => each.succeeded + each.failed))
  const scale = (value: number) => (value === 0 ? 0 : Math.max(2, (value / max) * HEIGHT))
  const step = WIDTH / Math.max(hours.length, 1)
  const summary = texts.summary(succeeded, failed)
  return (
    <div>
      <svg
        className={classes(styles.strip, isWide && styles.wide)}
        preserveAspectRatio={isWide ? 'none' : undefined}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={`${summary}: ${texts.counts(succeeded, failed)}`}
      >
        {hours.map((each, i) => {
          const [succeededHeight, failedHeight] = [scale(each.succeeded), scale(each.failed)]
          return (
            <g key={each.hour}>
              <title>{texts.hour(each.hour, each.succeeded, each.failed)}</title>
              <rect x={i * step} y={0} width={step} height={HEIGHT} fill="transparent" />
              {succeededHeight + failedHeight === 0 && (
                <rect className={styles.none} x={i * step + 1} y={HEIGHT - 2} width={step - 2} height={2} rx={1} />
              )}
              {succeededHeight > 0 && (
                <rect
                  className={styles.succeeded}
                  x={i * step + 1}
                  y={HEIGHT - succeededHeight}
                  width={step - 2}
                  height={succeededHeight}
                  rx={1}
                />
              )}
              {failedHeight > 0 && (
                <rect
                  className={styles.failed}
                  x={i * step + 1}
                  y={Math.max(0, HEIGHT - succeededHeight - failedHeight)}
                  width={step - 2}
                  height={Math.min(failedHeight, HEIGHT)}
                  rx={1}
                />
              )}
            </g>
          )
        })}
      </svg>
      <div className={classes(styles.ends, typography.muted, typography.small, typography.tabular)}>
        {isWide && <span>{texts.dayAgo}</span>}
        <span>{summary}</span>
        {isWide && <span>{texts.now}</span>}
      </div>
    </div>
  )
}
