import { useState } from 'react'
import { classes } from '../parts/class-names.ts'
import typography from '../parts/typography.module.css'
import { niceTop, upcomingDays } from './axis.ts'
import { ChartFrame, LEFT, WIDTH, yOf } from './ChartFrame.tsx'
import styles from './DayChart.module.css'
import { totalChartTexts as texts } from './texts.ts'
import { useWidth } from './use-width.ts'

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
export function TotalChart({ label, days, until, cap, projected = 0, outlook }: TotalChartProps) {
  const [hovered, setHovered] = useState<number>()
  const [width, measure] = useWidth(WIDTH)
  let total = 0
  const totals = days.map(({ value }) => {
    total += value
    return total
  })
  const all = [...days, ...upcomingDays(days.at(-1)?.day, until)]
  // A projection above the cap ends where it meets it: more can't be used.
  const end = Math.min(projected, cap ?? projected)
  const top = niceTop(Math.max(total, cap ?? 0, end))
  const x = (i: number) => LEFT + ((i + 1) * (width - LEFT)) / Math.max(all.length, 1)
  const points = [`${LEFT},${yOf(0, top)}`, ...totals.map((value, i) => `${x(i)},${yOf(value, top)}`)]
  const now = x(days.length - 1)
  const shown = hovered === undefined ? undefined : days[hovered]
  return (
    <ChartFrame
      label={label}
      name={texts.chart(label, total, cap)}
      caption={shown ? texts.day(shown.day, totals[hovered ?? 0] ?? 0) : texts.total(total, cap)}
      days={all}
      top={top}
      width={width}
      measure={measure}
      onHover={setHovered}
      below={<p className={classes(typography.small, typography.muted)}>{outlook ?? '\u00a0'}</p>}
    >
      <polygon className={styles.area} points={[...points, `${now},${yOf(0, top)}`].join(' ')} />
      <polyline className={styles.line} points={points.join(' ')} />
      {end > total && (
        <line
          className={styles.projection}
          x1={now}
          y1={yOf(total, top)}
          x2={now + ((width - now) * (end - total)) / (projected - total)}
          y2={yOf(end, top)}
        />
      )}
      {cap !== undefined && cap > 0 && (
        <>
          <line className={styles.cap} x1={LEFT} x2={width} y1={yOf(cap, top)} y2={yOf(cap, top)} />
          <text className={styles.capLabel} x={LEFT + 4} y={yOf(cap, top) - 4}>
            {texts.cap(cap)}
          </text>
        </>
      )}
    </ChartFrame>
  )
}
