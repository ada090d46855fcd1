import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract, type SavedSearchReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import layout from '../../parts/layout.module.css'
import { LoadError } from '../../parts/notes/LoadError.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Status } from '../../parts/notes/Status.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { FactList } from '../../parts/tables/FactList.tsx'
import typography from '../../parts/typography.module.css'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { QueryWords } from '../explore/builder/QueryWords.tsx'
import { companyFormOf } from '../explore/search/company-form.ts'
import { filterWords } from '../explore/search/filter-words.ts'
import { searchUrlOf } from '../explore/search/search-form.ts'
import { AlertHistory } from './AlertHistory.tsx'
import { AlertSecret } from './AlertSecret.tsx'
import { Readiness, useReadiness } from './Readiness.tsx'
import { SendMatches } from './SendMatches.tsx'
import { EXPLAINED_STATES, SEARCH_STATE_TONES } from './state-tones.ts'
import { TestMessage } from './TestMessage.tsx'
import { texts } from './texts.ts'

export function AlertPage({ searchId }: { searchId: string }) {
  const { data, error, refetch } = useApiQuery(contract.getSearch, { params: { searchId } }, { refetchSeconds: 5 })
  const search = data?.search
  return (
    <Page
      title={search?.name ?? texts.list.title}
      action={search?.canChange && <Actions search={search} />}
      back={{ href: '/alerts', label: texts.detail.back }}
    >
      {error && !data && (
        <LoadError title={texts.detail.loadError} notFound={texts.detail.notFound} error={error} retry={refetch} />
      )}
      {!data && !error && <Loading height={180} radius={12} />}
      {search && <Body search={search} />}
    </Page>
  )
}

/** All of it appears at once, so that nothing moves. */
function Body({ search }: { search: SavedSearchReply }) {
  const { query, list, state, destination } = search
  const readiness = useReadiness({ query, list })
  if (!readiness.data && !readiness.error) return <Loading height={180} radius={12} />
  return (
    <>
      {EXPLAINED_STATES.has(state) && <Note tone="warning">{search.reason}</Note>}
      <Readiness query={query} list={list} />
      <Facts search={search} />
      <SendMatches search={search} />
      <AlertHistory search={search} />
      <TestSection search={search} />
      {destination === 'webhook' && <AlertSecret search={search} />}
    </>
  )
}

function Facts({ search }: { search: SavedSearchReply }) {
  const { query, terms, filters, list, awayDays, savedBy, state, reason } = search
  const filtered = filterWords(filters, list)
  return (
    <FactList
      panel
      facts={[
        [
          texts.detail.state,
          <>
            <Status tone={SEARCH_STATE_TONES[state]}>{texts.states[state]}</Status>{' '}
            {!EXPLAINED_STATES.has(state) && <span className={typography.muted}>{reason}</span>}
          </>,
          'wide',
        ],
        [
          texts.detail.query,
          <>
            <div>
              <QueryWords query={query} terms={terms} />
            </div>
            {terms && (
              <code className={classes(typography.small, typography.muted)}>
                <Words text={query} />
              </code>
            )}
            <div>
              <Link href={searchUrlOf(query, companyFormOf(filters, list))}>{texts.detail.openSearch}</Link>
            </div>
          </>,
          'wide',
        ],
        ...(filtered === '' ? [] : [[texts.detail.filters, <Words key="filters" text={filtered} />] as const]),
        [texts.detail.delivery, <Words key="delivery" text={texts.list.delivery(search)} />],
        [texts.detail.away, texts.detail.awayDays(awayDays)],
        ...(savedBy === null ? [] : [[texts.detail.savedBy, <Words key="savedBy" text={savedBy} />] as const]),
      ]}
    />
  )
}

function TestSection({ search: { id, state, destination, canChange } }: { search: SavedSearchReply }) {
  const can = useCan()
  if (!canChange || !can('testSearch') || state === 'unconfirmed' || destination === 'today') return null
  return (
    <Section title={texts.test.title} lead={texts.test.lead(texts.arrivals[destination])}>
      <TestMessage searchId={id} />
    </Section>
  )
}

function Actions({ search: { id, name, state } }: { search: SavedSearchReply }) {
  const can = useCan()
  const toast = useToast()
  const [isDeleting, setIsDeleting] = useState(false)
  const invalidates = ['getSearch', 'listSearches', 'listAudit'] as const
  const pause = useApiMutation(contract.pauseSearch, { invalidates })
  const resume = useApiMutation(contract.resumeSearch, { invalidates })
  const isSilent = state === 'paused' || state === 'muted'
  const change = isSilent ? resume : pause
  const ask = useApiMutation(contract.askAddress, { invalidates })
  const onError = ({ message }: Error) => toast(message)
  return (
    <div className={layout.row}>
      {state === 'unconfirmed' && can('askAddress') && (
        <Button
          variant="default"
          aria-disabled={ask.isPending}
          onClick={() =>
            ask.mutate({ params: { searchId: id }, body: {} }, { onSuccess: () => toast(texts.detail.asked), onError })
          }
        >
          {texts.detail.ask}
        </Button>
      )}
      {can('changeSearch') && (
        <Button variant="default" onClick={() => navigate(`/alerts/${id}/edit`)}>
          {texts.detail.edit}
        </Button>
      )}
      {can(isSilent ? 'resumeSearch' : 'pauseSearch') && (
        <Button
          variant="default"
          aria-disabled={change.isPending}
          onClick={({ detail }) => {
            // The second click of a double click would undo the first.
            if (detail > 1 || change.isPending) return
            change.mutate(
              { params: { searchId: id }, body: {} },
              { onSuccess: () => toast(isSilent ? texts.detail.resumed : texts.detail.paused), onError },
            )
          }}
        >
          {isSilent ? texts.detail.resume : texts.detail.pause}
        </Button>
      )}
      {can('deleteSearch') && (
        <Button variant="default" c="var(--danger)" onClick={() => setIsDeleting(true)}>
          {texts.detail.delete}
        </Button>
      )}
      {isDeleting && (
        <DialogForm
          title={texts.remove.title(name)}
          route={contract.deleteSearch}
          invalidates={['listSearches', 'listAudit']}
          submitLabel={texts.remove.submit}
          busyLabel={texts.remove.busy}
          danger
          doneToast={texts.remove.done(name)}
          input={() => ({ params: { searchId: id } })}
          onDone={() => navigate('/alerts')}
          onClose={() => setIsDeleting(false)}
        >
          <p>{texts.remove.text}</p>
        </DialogForm>
      )}
    </div>
  )
}
