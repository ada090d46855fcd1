import { useApiQuery } from '../../api/queries.ts'
import { contract, countryNameOf } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { sharedTexts } from '../../parts/texts.ts'
import typography from '../../parts/typography.module.css'
import { formatNumber } from '../../parts/words/format.ts'
import { texts } from './texts.ts'
import styles from './WindowBars.module.css'

interface Part {
  readonly value: string
  readonly companies: number
}

const countryOf = (value: string) =>
  value === 'other' ? texts.bars.other : value === 'unknown' ? texts.bars.unknown : countryNameOf(value)
const sizeOf = (value: string) => (value === 'unknown' ? texts.bars.unknown : value)

/** Where the companies of a window are and how large, above their table. It has its height before it has its figures. */
export function WindowBars({ slug }: { slug: string }) {
  const { data, error, refetch } = useApiQuery(contract.getWindowBars, { query: { slice: slug } })
  if (error && !data)
    return <ErrorNote title={texts.bars.error} error={error} retry={refetch} whenBusy={sharedTexts.busy} />
  if (data?.companies === 0) return null
  return (
    <section className={classes(layout.panel, styles.bars)} aria-label={texts.bars.title} aria-busy={!data}>
      {!data && [0, 1].map((bar) => <Loading key={bar} height={8} mt={30} />)}
      {data && (
        <>
          <Bar title={texts.bars.countries} parts={data.countries} nameOf={countryOf} />
          <Bar title={texts.bars.sizes} parts={data.sizes} nameOf={sizeOf} />
        </>
      )}
    </section>
  )
}

interface BarProps {
  readonly title: string
  readonly parts: readonly Part[]
  readonly nameOf: (value: string) => string
}

/** All companies as one bar, each part as long as its share. The words below say the same. */
function Bar({ title, parts, nameOf }: BarProps) {
  const shown = parts.filter(({ companies }) => companies > 0)
  const all = shown.reduce((sum, { companies }) => sum + companies, 0)
  const startOf = (i: number) => shown.slice(0, i).reduce((sum, { companies }) => sum + companies, 0)
  return (
    <div className={layout.stackTight}>
      <h2 className={styles.title}>{title}</h2>
      <svg className={styles.bar} viewBox={`0 0 ${all} 8`} preserveAspectRatio="none" aria-hidden="true">
        {shown.map(({ value, companies }, i) => (
          <rect key={value} data-part={i} x={startOf(i)} width={companies} height="8" />
        ))}
      </svg>
      <dl className={styles.legend}>
        {shown.map(({ value, companies }, i) => (
          <div key={value} data-part={i}>
            <dt>{nameOf(value)}</dt>
            <dd className={typography.tabular}>{formatNumber(companies)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
