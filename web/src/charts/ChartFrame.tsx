import type { ReactNode } from 'react'
import { classes } from '../parts/class-names.ts'
import layout from '../parts/layout.module.css'
import typography from '../parts/typography.module.css'
import { formatNumber, formatUtcDay } from '../parts/words/format.ts'
import { labelledDays } from './axis.ts'
import styles from './DayChart.module.css'

export const [HEIGHT, LEFT, BOTTOM, TOP] = [150, 44, 20, 14]
/** Until it is measured. */
export const WIDTH = 480

interface ChartFrameProps {
  readonly label: string
  /** What it shows, for screen readers. */
  readonly name: string
  readonly caption: string
  readonly days: readonly { readonly day: string }[]
  /** The value at the upper end. */
  readonly top: number
  readonly width: number
  readonly measure: (element: Element | null) => (() => void) | undefined
  /** The day under the pointer, by its place; undefined: none. */
  readonly onHover: (i: number | undefined) => void
  /** Drawn between the grid and the labels. */
  readonly children: ReactNode
  readonly below: ReactNode
}

/** The height of a value. */
export const yOf = (value: number, top: number) => TOP + (HEIGHT - BOTTOM - TOP) * (1 - value / top)

/** Heading, grid and days of a chart, in real pixels: labels are as large on a phone as elsewhere. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, name, caption, days, top, width, measure, onHover, children, below } = props
  const step = (width - LEFT) / Math.max(days.length, 1)
  return (
    <figure className={classes(layout.panel, styles.chart)}>
      <figcaption>
        <h3>{label}</h3>
        <span className={classes(typography.muted, typography.small, typography.tabular)}>{caption}</span>
      </figcaption>
      <svg ref={measure} height={HEIGHT} role="img" aria-label={name} onPointerLeave={() => onHover(undefined)}>
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line
              className={styles.gridLine}
              x1={LEFT}
              x2={width}
              y1={yOf(value, top) + 0.5}
              y2={yOf(value, top) + 0.5}
            />
            <text x={LEFT - 8} y={yOf(value, top) + 4} textAnchor="end">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        {children}
        {days.map(({ day }, i) => (
          <rect
            key={day}
            x={LEFT + i * step}
            width={step}
            height={HEIGHT - BOTTOM}
            fill="transparent"
            onPointerEnter={() => onHover(i)}
          />
        ))}
        {labelledDays(days, width - LEFT).map(([i, day]) => (
          <text
            key={day}
            x={LEFT + (i + 0.5) * step}
            y={HEIGHT - 4}
            textAnchor={i === 0 ? 'start' : i === days.length - 1 ? 'end' : 'middle'}
          >
            {formatUtcDay(day)}
          </text>
        ))}
      </svg>
      {below}
    </figure>
  )
}
