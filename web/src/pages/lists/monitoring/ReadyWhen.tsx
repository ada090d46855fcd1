import { useEffect } from 'react'
import { useApiQuery } from '../../../api/queries.ts'
import { contract } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { TypeMark } from '../../../parts/words/TypeMark.tsx'
import { Link } from '../../../routing/Link.tsx'
import styles from './Monitoring.module.css'
import { texts } from './texts.ts'

/** While first visits are made, and afterwards. */
const BUSY_SECONDS = 5
const CALM_SECONDS = 30

/** When each window can speak about the companies of the list, and about how many of them. */
export function ReadyWhen({ listId, isBusy }: { listId: string; isBusy: boolean }) {
  const refetchSeconds = isBusy ? BUSY_SECONDS : CALM_SECONDS
  const { data, refetch } = useApiQuery(contract.getListReadiness, { params: { listId } }, { refetchSeconds })
  // After the last first visit, what was read during them is not shown for another half minute.
  useEffect(() => {
    if (!isBusy) void refetch()
  }, [isBusy, refetch])
  if (!data) return null
  const { coverage, windows } = data
  return (
    <Section title={texts.ready.title} lead={texts.ready.lead}>
      <ul className={classes(layout.row, styles.plain)}>
        {coverage.types.map(({ type, monitored }) => (
          <li key={type} className={layout.row}>
            <TypeMark type={type} />
            <span className={typography.muted}>{texts.ready.monitored(monitored, coverage.companies)}</span>
          </li>
        ))}
      </ul>
      <ul className={classes(layout.panel, styles.boards)}>
        {windows.map(({ slug, label, monitored, notReady }) => (
          <li key={slug}>
            <Link href={`/windows/${encodeURIComponent(slug)}`}>{label}</Link>
            <span className={classes(typography.small, notReady !== null && typography.muted)}>
              {notReady?.text ?? texts.ready.speaks(monitored, coverage.companies)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
