import { useApiQuery } from '../../api/queries.ts'
import { contract, countryNameOf } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Section } from '../../parts/Section.tsx'
import typography from '../../parts/typography.module.css'
import { formatNumber } from '../../parts/words/format.ts'
import { texts } from './texts.ts'
import styles from './WindowBars.module.css'

interface Bar {
  readonly value: string
  readonly companies: number
}

const countryOf = (value: string) =>
  value === 'other' ? texts.bars.other : value === 'unknown' ? texts.bars.unknown : countryNameOf(value)
const sizeOf = (value: string) => (value === 'unknown' ? texts.bars.unknown : value)

/** Where the companies of a window are and how large. */
export function WindowBars({ slug }: { slug: string }) {
  const { data, error, refetch } = useApiQuery(contract.getWindowBars, { query: { slice: slug } })
  if (error && !data) return <ErrorNote title={texts.bars.error} error={error} retry={refetch} />
  if (data?.companies === 0) return null
  return (
    <Section title={texts.bars.title}>
      <div className={styles.groups}>
        {data ? (
          <>
            <Bars title={texts.bars.countries} bars={data.countries} nameOf={countryOf} />
            <Bars title={texts.bars.sizes} bars={data.sizes} nameOf={sizeOf} />
          </>
        ) : (
          <>
            <Loading height={220} radius={12} />
            <Loading height={220} radius={12} />
          </>
        )}
      </div>
    </Section>
  )
}

interface BarsProps {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly nameOf: (value: string) => string
}

function Bars({ title, bars, nameOf }: BarsProps) {
  const most = Math.max(...bars.map(({ companies }) => companies), 1)
  return (
    <div className={classes(layout.panel, layout.padded, layout.stackTight)}>
      <h3>{title}</h3>
      <dl className={styles.bars}>
        {bars.map(({ value, companies }) => (
          <div key={value} className={styles.bar}>
            <dt>{nameOf(value)}</dt>
            <dd>
              <svg className={styles.track} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect className={styles.fill} width={(companies / most) * 100} height="8" />
              </svg>
              <span className={typography.tabular}>{formatNumber(companies)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
