import { useState } from 'react'
import { count, dayOf } from '../parts/format.ts'

interface Day {
  /** A UTC day, YYYY-MM-DD. */
  readonly day: string
  readonly value: number
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [480, 150, 40, 20]
const DAY_MS = 86_400_000

/** A bar for each day of the month, also those to come; the table below it has the same for those who do not see it. */
export function DayChart({ label, days, until }: { label: string; days: readonly Day[]; until: string }) {
  const [over, setOver] = useState<Day>()
  const total = days.reduce((sum, { value }) => sum + value, 0)
  const top = niceTop(Math.max(...days.map(({ value }) => value)))
  const all: readonly { readonly day: string; readonly value?: number }[] = [
    ...days,
    ...daysToCome(days.at(-1)?.day, until),
  ]
  const step = (WIDTH - LEFT) / Math.max(all.length, 1)
  const y = (value: number) => (HEIGHT - BOTTOM) * (1 - value / top)
  return (
    <figure className="panel chart">
      <figcaption>
        <h3>{label}</h3>
        <span className="quiet small number">
          {over ? `${dayOf(over.day)}: ${count(over.value)}` : `${count(total)} in all`}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${label} by day: ${count(total)} in all, at most ${count(Math.max(...days.map(({ value }) => value)))} on one day`}
        onPointerLeave={() => setOver(undefined)}
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line className="grid-line" x1={LEFT} x2={WIDTH} y1={y(value) + 0.5} y2={y(value) + 0.5} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {count(value)}
            </text>
          </g>
        ))}
        {all.map((each, i) => (
          <g key={each.day} onPointerEnter={() => setOver(days[i])}>
            <rect x={LEFT + i * step} y={0} width={step} height={HEIGHT - BOTTOM} fill="transparent" />
            {each.value !== undefined && each.value > 0 && (
              <rect
                className={over && over.day !== each.day ? 'bar-mark dim' : 'bar-mark'}
                x={LEFT + i * step + Math.min(2, step * 0.15)}
                width={Math.max(1.5, step - Math.min(4, step * 0.3))}
                y={Math.min(y(each.value), HEIGHT - BOTTOM - 2)}
                height={Math.max(2, HEIGHT - BOTTOM - y(each.value))}
                rx={Math.min(2.5, step / 4)}
              />
            )}
          </g>
        ))}
        {labelled(all).map(([i, day]) => (
          <text
            key={day}
            x={LEFT + (i + 0.5) * step}
            y={HEIGHT - 4}
            textAnchor={i === 0 ? 'start' : i === all.length - 1 ? 'end' : 'middle'}
          >
            {dayOf(day)}
          </text>
        ))}
      </svg>
      <details className="small">
        <summary>As a table</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col" className="end">
                {label}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, value }) => (
              <tr key={day}>
                <td>{dayOf(day)}</td>
                <td className="end number">{count(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function daysToCome(last: string | undefined, until: string): { readonly day: string }[] {
  if (last === undefined) return []
  const [from, to] = [Date.parse(`${last}T00:00:00Z`) + DAY_MS, Date.parse(until)]
  const length = Math.min(62, Math.max(0, Math.ceil((to - from) / DAY_MS)))
  return Array.from({ length }, (_, i) => ({ day: new Date(from + i * DAY_MS).toISOString().slice(0, 10) }))
}

/** The first, the last, and what fits in between. */
function labelled(all: readonly { readonly day: string }[]): [number, string][] {
  const every = Math.max(1, Math.ceil(all.length / 5))
  const last = all.length - 1
  return all.flatMap(({ day }, i): [number, string][] =>
    i === last || (i % every === 0 && last - i >= every * 0.7) ? [[i, day]] : [],
  )
}

/** The least of 4, 6, 8, 10, 40, 60, … that is not below: its half is a whole number too. */
function niceTop(most: number): number {
  for (let scale = 1; ; scale *= 10) {
    for (const step of [4, 6, 8, 10, 20, 30]) if (step * scale >= most) return step * scale
  }
}
