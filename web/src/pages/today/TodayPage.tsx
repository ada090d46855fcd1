import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { RowKeys } from '../../keyboard/RowKeys.tsx'
import { useRowKeys } from '../../keyboard/use-row-keys.ts'
import { AddCompanyDialog } from '../../parts/company/AddToListDialog.tsx'
import { inAWeek } from '../../parts/company/snooze-days.ts'
import { type NamedCompany, useDecide } from '../../parts/company/use-dispositions.ts'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { sharedTexts } from '../../parts/texts.ts'
import typography from '../../parts/typography.module.css'
import { shortLocal } from '../../parts/words/format.ts'
import { rememberPage } from '../../routing/last-page.ts'
import { navigate } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { NotReady } from '../windows/NotReady.tsx'
import { FirstSteps } from './first-steps/FirstSteps.tsx'
import { useFirstSteps } from './first-steps/use-first-steps.ts'
import { HiddenCompanies } from './HiddenCompanies.tsx'
import { TodayRows } from './TodayRows.tsx'
import { MAX_ROWS, texts } from './texts.ts'
import { type TodayReply, useToday } from './use-today.ts'

export function TodayPage() {
  const can = useCan()
  if (can('getToday')) return <Today />
  return (
    <Page title={texts.title} lead={texts.lead}>
      <NoApiAccess />
    </Page>
  )
}

function Today() {
  const { data, error, refetch } = useToday()
  const { steps, isKnown } = useFirstSteps()
  useEffect(() => rememberPage('/today', texts.title), [])
  const isAll = data?.scope === 'all'
  return (
    <Page
      title={texts.title}
      lead={
        isAll ? texts.leadForAll : data && hasRows(data) ? texts.summary(data.groups, data.isFirstVisit) : texts.lead
      }
    >
      {/* Together with the feed, or the card would push down what stands there already. */}
      {steps && (data || error) && <FirstSteps steps={steps} startsShort={steps.accounts > 0 && hasRows(data)} />}
      {data && isKnown ? (
        <Feed data={data} hasFirstSteps={steps !== undefined} />
      ) : error ? (
        <ErrorNote title={texts.loadFailed} error={error} retry={refetch} whenBusy={sharedTexts.busy} />
      ) : (
        <Section title={texts.fresh}>
          <TodayRows rows={undefined} label={texts.fresh} />
        </Section>
      )}
    </Page>
  )
}

const hasRows = (data: TodayReply | undefined) =>
  data !== undefined && Object.values(data.groups).some((rows) => rows.length > 0)

const countOf = ({ length }: readonly unknown[]) =>
  length === 0 ? undefined : length < MAX_ROWS ? String(length) : texts.atLeast(MAX_ROWS)

function Feed({ data, hasFirstSteps }: { data: TodayReply; hasFirstSteps: boolean }) {
  const { groups, scope, hidden, isLimited, newSince, isFirstVisit } = data
  const { fresh, closing, open } = groups
  const canAdd = useCan()('addCompany')
  const decide = useDecide(['getToday'])
  const [listed, setListed] = useState<NamedCompany>()
  const add = canAdd ? setListed : undefined
  const shown = [...fresh, ...closing, ...open].map(({ company }) => company)
  const act = (run: (company: NamedCompany) => void) => (id: string) => {
    const company = shown.find((each) => each.id === id)
    if (company) run(company)
  }
  useRowKeys({
    rows: shown.map(({ id }) => id),
    actions: {
      s: act((company) => decide(company, { kind: 'snoozed', until: inAWeek(new Date()) })),
      x: act((company) => decide(company, { kind: 'not_a_fit', until: null })),
      ...(add && { l: act(add) }),
    },
  })
  const isAll = scope === 'all'
  const isEmpty = !hasRows(data)
  const freshTitle = isFirstVisit ? texts.freshAtFirst : texts.fresh
  return (
    <>
      <Announcement count={fresh.length} />
      {isAll && !hasFirstSteps && <Next {...texts.noLists} href="/lists" />}
      {isEmpty && !data.hasWindows && <Next {...texts.noWindows} href="/windows/all" />}
      {isEmpty && data.hasWindows && !isAll && <Next {...texts.nothing} href="/explore" />}
      {!isEmpty && (
        <Section title={freshTitle} count={countOf(fresh)} lead={texts.freshSince(shortLocal(newSince))}>
          {fresh.length > 0 ? (
            <TodayRows rows={fresh} label={freshTitle} add={add} />
          ) : (
            <p className={typography.muted}>{texts.nothingNew(isFirstVisit)}</p>
          )}
        </Section>
      )}
      {closing.length > 0 && (
        <Section title={texts.closing} count={countOf(closing)}>
          <TodayRows rows={closing} label={texts.closing} add={add} />
        </Section>
      )}
      {open.length > 0 && (
        <Section title={isAll ? texts.openForAll : texts.open} count={countOf(open)}>
          <TodayRows rows={open} label={isAll ? texts.openForAll : texts.open} add={add} />
        </Section>
      )}
      {!isEmpty && <RowKeys canAdd={canAdd} />}
      {isLimited && <Note>{texts.limited}</Note>}
      {isEmpty && <Waiting />}
      <HiddenCompanies count={hidden} />
      {!isEmpty && <p className={`${typography.muted} ${typography.small}`}>{texts.free}</p>}
      {listed && <AddCompanyDialog company={listed} onClose={() => setListed(undefined)} />}
    </>
  )
}

/** An empty page says from when there can be something. */
function Waiting() {
  const { data } = useApiQuery(contract.exploreSlices, {})
  return data ? <NotReady slices={data.slices} /> : null
}

function Next({ title, body, action, href }: { title: string; body: string; action: string; href: string }) {
  return (
    <EmptyState title={title} action={<Button onClick={() => navigate(href)}>{action}</Button>}>
      {body}
    </EmptyState>
  )
}

/** Tells screen readers that rows have arrived while the page was open. */
function Announcement({ count }: { count: number }) {
  const first = useRef(count)
  const added = count - first.current
  return (
    <div role="status" className={typography.visuallyHidden}>
      {added > 0 ? texts.updated(added) : ''}
    </div>
  )
}
