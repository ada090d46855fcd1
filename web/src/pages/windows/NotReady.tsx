import type { SliceSummaryReply } from '../../contract.ts'
import layout from '../../parts/layout.module.css'
import { Section } from '../../parts/Section.tsx'
import { Link } from '../../routing/Link.tsx'
import { texts } from './texts.ts'
import styles from './WindowsPage.module.css'

/** The windows that can't name a company yet, each with the reason and the day. */
export function NotReady({ slices }: { slices: readonly SliceSummaryReply[] }) {
  const waiting = slices.filter(({ notReady }) => notReady !== null)
  if (waiting.length === 0) return null
  return (
    <Section title={texts.ready.title} lead={texts.ready.lead}>
      <ul className={styles.waiting}>
        {waiting.map(({ slug, label, notReady }) => (
          <li key={slug} className={layout.row}>
            <Link href={`/windows/${encodeURIComponent(slug)}`}>{label}</Link>
            <span className={styles.text}>{notReady?.text}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
