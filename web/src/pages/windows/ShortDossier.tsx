import type { ReactNode } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { companySummary, contract, type WindowBriefReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { daysLeftOf } from '../../parts/company/days-left.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import typography from '../../parts/typography.module.css'
import { signalText } from '../../parts/words/signal-text.ts'
import { Time } from '../../parts/words/Time.tsx'
import { TypeMark } from '../../parts/words/TypeMark.tsx'
import { Words } from '../../parts/words/Words.tsx'
import styles from './ShortDossier.module.css'
import { texts } from './texts.ts'

const { panel } = texts

interface ShortDossierProps {
  readonly companyId: string
  /** Of the window that comes first. Undefined: the strongest. */
  readonly slug?: string
  /** Country, size and industry, where nothing around it says them. */
  readonly showsFacts?: boolean
}

/** Why to call now and what to say, for free: with labels of signals, and without what makes a dossier. */
export function ShortDossier({ companyId, slug, showsFacts = false }: ShortDossierProps) {
  const { data, error, refetch } = useApiQuery(contract.getWindowCompany, { params: { companyId } })
  if (data) return <Notes slug={slug} showsFacts={showsFacts} brief={data} />
  if (error) return <ErrorNote title={panel.error} error={error} retry={refetch} />
  return (
    <>
      <Loading height={90} radius={8} />
      <Loading height={130} radius={8} />
    </>
  )
}

interface NotesProps {
  readonly slug: string | undefined
  readonly showsFacts: boolean
  readonly brief: WindowBriefReply
}

function Notes({ slug, showsFacts, brief }: NotesProps) {
  const { windows, notebook, signals } = brief
  const shown = windows.find((each) => each.slug === slug) ?? windows[0]
  const others = windows.filter((each) => each !== shown)
  // Below the title of a page, or of the panel.
  const [Heading, Below] = showsFacts ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const)
  return (
    <div className={styles.container}>
      {showsFacts && <p className={typography.muted}>{companySummary(brief) || panel.noFacts}</p>}
      <div className={styles.columns}>
        {shown ? (
          <section className={layout.stackTight}>
            <Heading>
              {shown.label}
              <Left windowEndsAt={shown.windowEndsAt} />
            </Heading>
            <p>{shown.whyNow}</p>
            {shown.approach !== null && (
              <p>
                <strong>{panel.approach}</strong> {shown.approach}
              </p>
            )}
            <TalkingPoints points={shown.talkingPoints} Heading={Below} />
          </section>
        ) : (
          <section className={layout.stackTight}>
            <Heading>{panel.quiet}</Heading>
            {notebook && <p>{[notebook.known, ...notebook.opens].join(' ')}</p>}
            {notebook && <TalkingPoints points={notebook.talkingPoints} Heading={Below} />}
          </section>
        )}
        <div className={layout.stack}>
          {others.length > 0 && (
            <section className={layout.stackTight}>
              <Heading>{panel.also}</Heading>
              <ul className={styles.plain}>
                {others.map(({ slug, label, windowEndsAt }) => (
                  <li key={slug}>
                    {label}
                    <Left windowEndsAt={windowEndsAt} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section className={layout.stackTight}>
            <Heading>{panel.signals}</Heading>
            {signals.length === 0 && <p className={typography.muted}>{panel.noSignals}</p>}
            <ul className={styles.plain}>
              {signals.map(({ id, type, label, status, occurredAt }) => (
                <li key={id} className={styles.signal}>
                  <TypeMark type={type} isIcon />
                  <span>
                    <Words text={signalText({ type, label })} />{' '}
                    <span className={classes(typography.muted, typography.small)}>
                      <Time at={occurredAt} />
                      {status !== 'active' && `, ${panel.ended}`}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  )
}

function TalkingPoints({ points, Heading }: { readonly points: readonly string[]; readonly Heading: 'h3' | 'h4' }) {
  if (points.length === 0) return null
  return (
    <>
      <Heading className={styles.heading}>{panel.talkingPoints}</Heading>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  )
}

function Left({ windowEndsAt }: { windowEndsAt: string }) {
  return (
    <>
      {' '}
      <Muted>{panel.closes(texts.table.daysLeft(daysLeftOf(windowEndsAt, Date.now())))}</Muted>
    </>
  )
}

function Muted({ children }: { children: ReactNode }) {
  return <span className={classes(typography.muted, typography.small, styles.muted)}>{children}</span>
}
