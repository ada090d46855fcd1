import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, type SliceSummaryReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { NoApiAccess } from '../../../parts/notes/NoApiAccess.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Section } from '../../../parts/Section.tsx'
import { sharedTexts } from '../../../parts/texts.ts'
import typography from '../../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES, type SignalType } from '../../../parts/words/signal-types.ts'
import { TypeMark } from '../../../parts/words/TypeMark.tsx'
import { Link } from '../../../routing/Link.tsx'
import { useCan } from '../../../session.ts'
import { texts } from '../texts.ts'
import styles from './SliceListPage.module.css'
import { slicePath } from './slice-form.ts'

export function SliceListPage() {
  const allowed = useCan()('exploreSlices')
  return (
    <Page
      title={texts.sliceList.title}
      lead={texts.sliceList.lead}
      back={{ href: '/windows', label: texts.sliceList.back }}
    >
      {allowed ? <SliceList /> : <NoApiAccess />}
    </Page>
  )
}

function SliceList() {
  const { data, error, refetch } = useApiQuery(contract.exploreSlices, {})
  const { data: counted, isFetched } = useApiQuery(contract.exploreSliceCounts, {})
  const [words, setWords] = useState('')
  const shown = (data?.slices ?? []).filter((slice) => mentions(slice, words))
  // Those that can name companies first.
  const groups = [
    { title: texts.sliceList.ready, slices: shown.filter(({ notReady }) => notReady === null) },
    { title: texts.sliceList.notReady, slices: shown.filter(({ notReady }) => notReady !== null) },
  ].filter(({ slices }) => slices.length > 0)
  const companies = (slug: string) => counted?.counts.find((each) => each.slug === slug)?.companies
  if (error)
    return (
      <ErrorNote title={texts.sliceList.error} error={error} retry={() => void refetch()} whenBusy={sharedTexts.busy} />
    )
  if (!data) return <Loading height={320} radius={12} />
  return (
    <>
      <TextInput
        label={texts.sliceList.filter}
        placeholder={texts.sliceList.filterPlaceholder}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        className={styles.filter}
      />
      <span className={typography.visuallyHidden} role="status">
        {texts.sliceList.shown(shown.length)}
      </span>
      {shown.length === 0 ? (
        <EmptyState title={texts.sliceList.none}>{texts.sliceList.noneHint}</EmptyState>
      ) : (
        groups.map(({ title, slices }) => (
          <Section key={title} title={title} count={String(slices.length)}>
            <ul className={classes(layout.panel, styles.slices)}>
              {slices.map((slice) => (
                <li key={slice.slug} className={styles.slice}>
                  <div>
                    <h3 className={styles.name}>
                      <Link href={slicePath(slice.slug)}>{slice.label}</Link>
                    </h3>
                    <p className={typography.muted}>{slice.thesis}</p>
                    <SliceNeeds slice={slice} />
                  </div>
                  <Companies slice={slice} count={companies(slice.slug)} isFetched={isFetched} />
                </li>
              ))}
            </ul>
          </Section>
        ))
      )}
    </>
  )
}

interface CompaniesProps {
  readonly slice: SliceSummaryReply
  readonly count: number | null | undefined
  readonly isFetched: boolean
}

/** A window that can't name a company yet has no count: 0 would be another answer. */
function Companies({ slice, count, isFetched }: CompaniesProps) {
  if (slice.notReady && !count) return null
  if (slice.tool) return <span className={typography.muted}>{texts.sliceList.chooseTool}</span>
  if (!isFetched) return <Loading className={styles.loading} height={12} width={90} />
  if (count === null || count === undefined) return null
  return <span className={classes(styles.count, count === 0 && typography.muted)}>{texts.results.title(count)}</span>
}

/** The signal types that must be monitored for a company to be in the slice, and how long a signal counts. */
export function SliceNeeds({ slice }: { slice: SliceSummaryReply }) {
  const { needs, windowDays } = slice
  const readiness = slice.notReady?.text
  const nameOf = (type: string) => (SIGNAL_TYPE_NAMES as Readonly<Record<string, string>>)[type] ?? type
  return (
    <div className={classes(layout.row, typography.small, typography.muted)}>
      <span>{texts.sliceList.window(windowDays)}</span>
      {needs.length > 0 && <span>{texts.sliceList.needs}</span>}
      {needs.map((type) =>
        isSignalType(type) ? <TypeMark key={type} type={type} /> : <span key={type}>{nameOf(type)}</span>,
      )}
      {readiness && <span>{readiness}</span>}
    </div>
  )
}

const isSignalType = (type: string): type is SignalType => type in SIGNAL_TYPE_NAMES

/** Whether the slice contains all of the words. */
function mentions({ slug, label, thesis, query, whyNow }: SliceSummaryReply, words: string): boolean {
  const text = [slug, label, thesis, query, whyNow].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
