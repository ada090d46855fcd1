import { useState } from 'react'
import { classes } from '../parts/class-names.ts'
import { PlainTable } from '../parts/tables/PlainTable.tsx'
import typography from '../parts/typography.module.css'
import { formatNumber, formatUtcDay } from '../parts/words/format.ts'
import { niceTop, upcomingDays } from './axis.ts'
import { BOTTOM, ChartFrame, HEIGHT, LEFT, WIDTH, yOf } from './ChartFrame.tsx'
import styles from './DayChart.module.css'
import { dayChartTexts as texts } from './texts.ts'
import { useWidth } from './use-width.ts'

interface Day {
  /** A UTC day, YYYY-MM-DD. */
  readonly day: string
  readonly value: number
}

/** A bar for each day of the month, including future days. The table below it has the same numbers as text. */
export function DayChart({ label, days, until }: { label: string; days: readonly Day[]; until: string }) {
  const [hovered, setHovered] = useState<number>()
  const [width, measure] = useWidth(WIDTH)
  const total = days.reduce((sum, { value }) => sum + value, 0)
  const max = Math.max(...days.map(({ value }) => value))
  const top = niceTop(max)
  const all = [...days, ...upcomingDays(days.at(-1)?.day, until)]
  const step = (width - LEFT) / Math.max(all.length, 1)
  const shown = hovered === undefined ? undefined : days[hovered]
  return (
    <ChartFrame
      label={label}
      name={texts.chart(label, total, max)}
      caption={shown ? texts.day(shown) : texts.total(total)}
      days={all}
      top={top}
      width={width}
      measure={measure}
      onHover={setHovered}
      below={
        <details className={typography.small}>
          <summary>{texts.asTable}</summary>
          <PlainTable
            headings={[texts.utcDay, label]}
            rows={days.map(({ day, value }) => ({ key: day, name: formatUtcDay(day), value: formatNumber(value) }))}
          />
        </details>
      }
    >
      {days.map(({ day, value }, i) => {
        const y = Math.min(yOf(value, top), HEIGHT - BOTTOM - 2)
        return (
          value > 0 && (
            <rect
              key={day}
              className={classes(styles.bar, shown && shown.day !== day && styles.dimmed)}
              x={LEFT + i * step + Math.min(2, step * 0.15)}
              width={Math.max(1.5, step - Math.min(4, step * 0.3))}
              y={y}
              height={HEIGHT - BOTTOM - y}
              rx={Math.min(2.5, step / 4)}
            />
          )
        )
      })}
    </ChartFrame>
  )
}
