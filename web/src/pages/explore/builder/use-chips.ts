import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, type ReplyOf } from '../../../contract.ts'
import type { Term } from './chips.ts'

type ReadReply = ReplyOf<typeof contract.readQuery>
/** The company filters that a sentence states. */
export type StatedFilters = NonNullable<ReadReply['stated']>

const READ_DELAY_MS = 250
const keyOf = (text: string) => [contract.readQuery.name, { body: { text } }]

export interface Chips {
  readonly terms: readonly Term[]
  /** The text has changed, and its chips aren't known yet. */
  readonly isOld: boolean
  /** The query is valid, and has no chips. */
  readonly isTextOnly: boolean
  /** Why the text has no chips, or why a change of chips isn't in the text. */
  readonly problem: string | undefined
  readonly stated: StatedFilters | undefined
  readonly change: (terms: readonly Term[]) => Promise<void>
  /** Forgets a change that isn't in the text. */
  readonly drop: () => void
  readonly query: UseQueryResult<ReadReply>
}

/**
 * The text of the query as chips, and the other way round. The text is the only state: a change of chips is shown at once, and
 * lasts when the service has written it as text. `onText` gets the filters that a sentence stated, because the text doesn't
 * state them any more.
 */
export function useChips(text: string, onText: (text: string, stated: StatedFilters | undefined) => void): Chips {
  const client = useQueryClient()
  const [settled] = useDebouncedValue(text, READ_DELAY_MS)
  const query = useApiQuery(contract.readQuery, { body: { text: settled } })
  const { data: read } = query
  const [draft, setDraft] = useState<{ readonly terms: readonly Term[]; readonly problem?: string }>()
  const turn = useRef(0)
  const shown = useRef<readonly Term[]>([])
  const current = settled === text ? read : client.getQueryData<ReadReply>(keyOf(text))
  if (current?.terms) shown.current = current.terms
  const stated = current?.stated ?? undefined

  const change = async (terms: readonly Term[]) => {
    const mine = ++turn.current
    setDraft({ terms })
    try {
      const reply = await callApi(contract.readQuery, { body: { terms: [...terms] } })
      if (mine !== turn.current) return
      if (reply.problem !== null) {
        setDraft({ terms, problem: reply.problem })
        return
      }
      client.setQueryData(keyOf(reply.text), reply)
      setDraft(undefined)
      onText(reply.text, stated)
    } catch (error) {
      if (mine === turn.current) setDraft({ terms, problem: (error as Error).message })
    }
  }
  const drop = () => {
    turn.current++
    setDraft(undefined)
  }
  const problem = draft ? draft.problem : (current?.problem ?? undefined)
  return {
    terms: draft?.terms ?? (current && !current.terms ? [] : shown.current),
    isOld: !draft && !current,
    isTextOnly: !draft && current?.terms === null && current.problem === null,
    problem,
    stated,
    change,
    drop,
    query,
  }
}
