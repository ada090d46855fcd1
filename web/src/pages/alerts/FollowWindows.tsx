import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract, type SavedSearchReply, type SliceSummaryReply } from '../../contract.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Link } from '../../routing/Link.tsx'
import { texts } from './texts.ts'

/** So many windows are offered here. The others have a page. */
const OFFERED_WINDOWS = 6

/** To follow a window is to save its search, whose companies are shown on Today. */
export function FollowWindows({ searches }: { searches: readonly SavedSearchReply[] | undefined }) {
  const { data, error, refetch } = useApiQuery(contract.exploreSlices, {})
  const follow = useApiMutation(contract.createSearch, {
    invalidates: ['listSearches', 'getFirstSteps', 'getToday', 'listAudit'],
  })
  // Marked at once, until the list of searches has it: nobody waits, and a second click saves nothing twice.
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  if (error && !data) return <ErrorNote title={texts.follow.loadFailed} error={error} retry={refetch} />
  if (!data || !searches) return <Loading height={36} width={300} />
  const isFollowed = ({ slug, label, search }: SliceSummaryReply) =>
    sent.has(slug) || searches.some(({ name, query }) => name === label || query === search?.query)
  const start = ({ slug, label, search }: SliceSummaryReply) => {
    if (!search) return
    const { query, filters } = search
    const body = { name: label, query, filters, every: 'now', awayDays: 7, to: 'today' } as const
    setSent((slugs) => new Set(slugs).add(slug))
    // Failures are shown below.
    follow.mutateAsync({ body }).catch(() => setSent((slugs) => new Set([...slugs].filter((other) => other !== slug))))
  }
  const isReady = (slice: SliceSummaryReply) => slice.notReady === null
  const offered = data.slices
    .filter(({ search }) => search !== undefined)
    .toSorted((a, b) => Number(isReady(b)) - Number(isReady(a)))
    .slice(0, OFFERED_WINDOWS)
  return (
    <>
      <div className={layout.row}>
        {offered.map((slice) => {
          const { slug, label } = slice
          const followed = isFollowed(slice)
          return (
            <Button
              key={slug}
              size="xs"
              variant={followed ? 'light' : 'default'}
              aria-pressed={followed}
              aria-label={followed ? texts.follow.following(label) : texts.follow.follow(label)}
              onClick={() => !followed && start(slice)}
            >
              {`${followed ? '✓' : '+'} ${label}`}
            </Button>
          )
        })}
      </div>
      <ErrorNote title={texts.follow.failed} error={follow.error} />
      <Link href="/windows/all">{texts.follow.more}</Link>
    </>
  )
}
