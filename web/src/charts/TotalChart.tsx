import { useState } from 'react'
import { classes } from '../parts/class-names.ts'
import layout from '../parts/layout.module.css'
import typography from '../parts/typography.module.css'
import { formatNumber, formatUtcDay } from '../parts/words/format.ts'
import { labelledDays, niceTop, upcomingDays } from './axis.ts'
import styles from './DayChart.module.css'
import { totalChartTexts as texts } from './texts.ts'
import { useWidth } from './use-width.ts'

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [480, 150, 44, 20, 14]

interface TotalChartProps {
  readonly label: string
  readonly days: readonly { readonly day: string; readonly value: number }[]
  readonly until: string
  /** The most that there may be. Without one, no line is drawn. */
  readonly cap?: number | undefined
  /** The total at the end of the month at this rate, if anybody can tell. */
  readonly projected?: number | undefined
  /** What the projection means. */
  readonly outlook?: string | undefined
}

/** The total of the month so far, day by day, below the line of its cap, and where it leads. */
export function TotalChart({ label, days, until, cap, projected, outlook }: TotalChartProps) {
  const [hovered, setHovered] = useState<number>()
  const [width, measure] = useWidth(WIDTH)
  let sum = 0
  const totals = days.map(({ value }) => {
    sum += value
    return sum
  })
  const total = totals.at(-1) ?? 0
  const all = [...days, ...upcomingDays(days.at(-1)?.day, until)]
  const step = (width - LEFT) / Math.max(all.length, 1)
  // A projection above the cap ends where it meets it: more can't be used.
  const end = projected === undefined ? undefined : Math.min(projected, cap ?? projected)
  const top = niceTop(Math.max(total, cap ?? 0, end ?? 0))
  const x = (i: number) => LEFT + (i + 1) * step
  const y = (value: number) => TOP + (HEIGHT - BOTTOM - TOP) * (1 - value / top)
  const points = [`${LEFT},${y(0)}`, ...totals.map((value, i) => `${x(i)},${y(value)}`)]
  const last = days.length - 1
  const share =
    projected !== undefined && end !== undefined && projected > total ? (end - total) / (projected - total) : 0
  const shown = hovered === undefined ? undefined : days[hovered]
  return (
    <figure className={classes(layout.panel, styles.chart)}>
      <figcaption>
        <h3>{label}</h3>
        <span className={classes(typography.muted, typography.small, typography.tabular)}>
          {shown ? texts.day(shown.day, totals[hovered ?? 0] ?? 0) : texts.total(total, cap)}
        </span>
      </figcaption>
      <svg
        ref={measure}
        height={HEIGHT}
        role="img"
        aria-label={texts.chart(label, total, cap)}
        onPointerLeave={() => setHovered(undefined)}
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line className={styles.gridLine} x1={LEFT} x2={width} y1={y(value) + 0.5} y2={y(value) + 0.5} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        <polygon className={styles.area} points={[...points, `${x(last)},${y(0)}`].join(' ')} />
        <polyline className={styles.line} points={points.join(' ')} />
        {share > 0 && end !== undefined && (
          <line
            className={styles.projection}
            x1={x(last)}
            y1={y(total)}
            x2={x(last) + (width - x(last)) * share}
            y2={y(end)}
          />
        )}
        {cap !== undefined && cap > 0 && (
          <>
            <line className={styles.cap} x1={LEFT} x2={width} y1={y(cap)} y2={y(cap)} />
            <text className={styles.capLabel} x={LEFT + 4} y={y(cap) - 4}>
              {texts.cap(cap)}
            </text>
          </>
        )}
        {all.map(({ day }, i) => (
          <rect
            key={day}
            x={LEFT + i * step}
            y={0}
            width={step}
            height={HEIGHT - BOTTOM}
            fill="transparent"
            onPointerEnter={() => setHovered(i <= last ? i : undefined)}
          />
        ))}
        {labelledDays(all, width - LEFT).map(([i, day]) => (
          <text
            key={day}
            x={LEFT + (i + 0.5) * step}
            y={HEIGHT - 4}
            textAnchor={i === 0 ? 'start' : i === all.length - 1 ? 'end' : 'middle'}
          >
            {formatUtcDay(day)}
          </text>
        ))}
      </svg>
      <p className={classes(typography.small, typography.muted)}>{outlook ?? '\u00a0'}</p>
    </figure>
  )
}
