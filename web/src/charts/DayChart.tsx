import { useState } from 'react'
import { classes } from '../parts/class-names.ts'
import layout from '../parts/layout.module.css'
import { PlainTable } from '../parts/tables/PlainTable.tsx'
import typography from '../parts/typography.module.css'
import { formatNumber, formatUtcDay, utcDayOf } from '../parts/words/format.ts'
import styles from './DayChart.module.css'
import { dayChartTexts as texts } from './texts.ts'

interface Day {
  /** A UTC day, YYYY-MM-DD. */
  readonly day: string
  readonly value: number
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [480, 150, 40, 20]
const DAY_MS = 86_400_000

/** A bar for each day of the month, including future days. The table below it has the same numbers as text. */
export function DayChart({ label, days, until }: { label: string; days: readonly Day[]; until: string }) {
  const [hovered, setHovered] = useState<Day>()
  const total = days.reduce((sum, { value }) => sum + value, 0)
  const max = Math.max(...days.map(({ value }) => value))
  const top = niceTop(max)
  const all: readonly { readonly day: string; readonly value?: number }[] = [
    ...days,
    ...upcomingDays(days.at(-1)?.day, until),
  ]
  const step = (WIDTH - LEFT) / Math.max(all.length, 1)
  const y = (value: number) => (HEIGHT - BOTTOM) * (1 - value / top)
  return (
    <figure className={classes(layout.panel, styles.chart)}>
      <figcaption>
        <h3>{label}</h3>
        <span className={classes(typography.muted, typography.small, typography.tabular)}>
          {hovered ? texts.day(hovered) : texts.total(total)}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={texts.chart(label, total, max)}
        onPointerLeave={() => setHovered(undefined)}
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line className={styles.gridLine} x1={LEFT} x2={WIDTH} y1={y(value) + 0.5} y2={y(value) + 0.5} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        {all.map((each, i) => (
          <g key={each.day} onPointerEnter={() => setHovered(days[i])}>
            <rect x={LEFT + i * step} y={0} width={step} height={HEIGHT - BOTTOM} fill="transparent" />
            {each.value !== undefined && each.value > 0 && (
              <rect
                className={classes(styles.bar, hovered && hovered.day !== each.day && styles.dimmed)}
                x={LEFT + i * step + Math.min(2, step * 0.15)}
                width={Math.max(1.5, step - Math.min(4, step * 0.3))}
                y={Math.min(y(each.value), HEIGHT - BOTTOM - 2)}
                height={Math.max(2, HEIGHT - BOTTOM - y(each.value))}
                rx={Math.min(2.5, step / 4)}
              />
            )}
          </g>
        ))}
        {labelledDays(all).map(([i, day]) => (
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
      <details className={typography.small}>
        <summary>{texts.asTable}</summary>
        <PlainTable
          headings={[texts.utcDay, label]}
          rows={days.map(({ day, value }) => ({ key: day, name: formatUtcDay(day), value: formatNumber(value) }))}
        />
      </details>
    </figure>
  )
}

function upcomingDays(last: string | undefined, until: string): { readonly day: string }[] {
  if (last === undefined) return []
  const [from, to] = [Date.parse(`${last}T00:00:00Z`) + DAY_MS, Date.parse(until)]
  const length = Math.min(62, Math.max(0, Math.ceil((to - from) / DAY_MS)))
  return Array.from({ length }, (_, i) => ({ day: utcDayOf(from + i * DAY_MS) }))
}

/** The labels of the first day, the last day, and as many in between as fit. */
function labelledDays(all: readonly { readonly day: string }[]): [number, string][] {
  const every = Math.max(1, Math.ceil(all.length / 5))
  const last = all.length - 1
  return all.flatMap(({ day }, i): [number, string][] =>
    i === last || (i % every === 0 && last - i >= every * 0.7) ? [[i, day]] : [],
  )
}

/** The smallest of 4, 6, 8, 10, 20, 30, 40, 60, … that is not below the maximum: half of it is an integer too. */
function niceTop(max: number): number {
  for (let scale = 1; ; scale *= 10) {
    for (const step of [4, 6, 8, 10, 20, 30]) if (step * scale >= max) return step * scale
  }
}
