import type { WebhookReply } from '../contract.ts'
import { count } from '../parts/format.ts'

const [WIDTH, HEIGHT] = [192, 28]

/** The last 24 hours at a glance: what succeeded below, what failed on top; an hour without an attempt is a thin line. */
export function HourStrip({ hours }: { hours: WebhookReply['hours'] }) {
  const succeeded = hours.reduce((sum, each) => sum + each.succeeded, 0)
  const failed = hours.reduce((sum, each) => sum + each.failed, 0)
  const most = Math.max(1, ...hours.map((each) => each.succeeded + each.failed))
  const step = WIDTH / Math.max(hours.length, 1)
  const words =
    succeeded + failed === 0
      ? 'No attempts in 24 h'
      : `${share(succeeded, failed)} of ${count(succeeded + failed)} in 24 h succeeded`
  return (
    <div>
      <svg
        className="hours"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={`${words}: ${count(succeeded)} succeeded, ${count(failed)} failed`}
      >
        {hours.map((each, i) => {
          const scale = (value: number) => (value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT))
          const [good, bad] = [scale(each.succeeded), scale(each.failed)]
          return (
            <g key={each.hour}>
              <title>{`${each.hour.slice(11, 16)} UTC: ${count(each.succeeded)} succeeded, ${count(each.failed)} failed`}</title>
              <rect x={i * step} y={0} width={step} height={HEIGHT} fill="transparent" />
              {good + bad === 0 && (
                <rect className="none" x={i * step + 1} y={HEIGHT - 2} width={step - 2} height={2} rx={1} />
              )}
              {good > 0 && (
                <rect className="ok" x={i * step + 1} y={HEIGHT - good} width={step - 2} height={good} rx={1} />
              )}
              {bad > 0 && (
                <rect
                  className="failed"
                  x={i * step + 1}
                  y={Math.max(0, HEIGHT - good - bad)}
                  width={step - 2}
                  height={Math.min(bad, HEIGHT)}
                  rx={1}
                />
              )}
            </g>
          )
        })}
      </svg>
      <div className="quiet small number">{words}</div>
    </div>
  )
}

/** Never rounded up to 100 %: one failure is not none. */
function share(succeeded: number, failed: number): string {
  const exact = (succeeded / (succeeded + failed)) * 100
  return failed === 0 ? '100 %' : `${Math.min(99.9, Math.floor(exact * 10) / 10)} %`
}
