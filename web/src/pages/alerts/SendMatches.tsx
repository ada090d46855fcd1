import { Button } from '@mantine/core'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract, type SavedSearchReply } from '../../contract.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import typography from '../../parts/typography.module.css'
import { useCan } from '../../session.ts'
import { texts } from './texts.ts'

const MAX_SENT = 10

/** Sends what matches now, once. The price is said before. */
export function SendMatches({ search: given }: { search: SavedSearchReply }) {
  const can = useCan()
  // A search that was just saved is still being compared with all companies.
  const refetchSeconds = given.state === 'getting_ready' ? 1 : 10
  const { data } = useApiQuery(contract.getSearch, { params: { searchId: given.id } }, { refetchSeconds })
  const send = useApiMutation(contract.sendMatches, {
    invalidates: ['getSearch', 'listSearches', 'listSearchChanges', 'getPeopleUsage', 'listAudit', 'getFirstSteps'],
  })
  const { id, state, destination, companies, matchesSentAt, canChange } = data?.search ?? given
  if (send.data) return <p role="status">{texts.matches.sent(send.data.companies)}</p>
  if (matchesSentAt !== null || destination === 'today' || !canChange || !can('sendMatches')) return null
  if (state === 'getting_ready') return <p className={typography.muted}>{texts.matches.finding}</p>
  if ((state !== 'watching' && state !== 'failing') || companies === 0) return null
  return (
    <div className={layout.stackTight}>
      <p className={typography.muted}>{texts.matches.price(companies, Math.min(companies, MAX_SENT))}</p>
      <div>
        <Button
          variant="default"
          aria-disabled={send.isPending}
          onClick={() => !send.isPending && send.mutate({ params: { searchId: id }, body: {} })}
        >
          {send.isPending ? texts.matches.busy : texts.matches.send}
        </Button>
      </div>
      <ErrorNote error={send.error} />
    </div>
  )
}
