// The team's verdicts on what a page shows. One query for the page, and each click changes its cached answer at once:
// a verdict is seen immediately wherever the same signal is shown, and taken back if the service refuses it.

import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { callApi } from '../api/client.ts'
import { useApiQuery } from '../api/queries.ts'
import { contract, type FeedbackAboutReply, type FeedbackReply, feedbackKey, type Verdict } from '../contract.ts'
import { useToast } from '../parts/notes/Toasts.tsx'
import { texts } from './texts.ts'

interface Feedback {
  /** Undefined: not loaded yet. */
  readonly of: (about: FeedbackAboutReply) => readonly FeedbackReply[] | undefined
  readonly give: (about: FeedbackAboutReply, verdict: Verdict, word: string | null) => Promise<void>
  readonly withdraw: (about: FeedbackAboutReply) => Promise<void>
}

const Context = createContext<Feedback | undefined>(undefined)

/** Undefined outside of a provider: there, nothing can be judged. */
export const useFeedback = () => useContext(Context)

type Shown = { readonly company: string } | { readonly search: string }

export function FeedbackProvider({ shown, children }: { shown: Shown; children: ReactNode }) {
  const client = useQueryClient()
  const toast = useToast()
  const input = { query: shown }
  const { data } = useApiQuery(contract.listFeedback, input)
  const byKey = useMemo(() => data && groupByKey(data.entries), [data])

  const queryKey = [contract.listFeedback.name, input]
  const change = async (about: FeedbackAboutReply, mine: FeedbackReply | undefined, call: Promise<unknown>) => {
    const key = feedbackKey(about)
    await client.cancelQueries({ queryKey })
    client.setQueryData<{ entries: FeedbackReply[] }>(queryKey, (before) => ({
      entries: [
        ...(mine ? [mine] : []),
        ...(before?.entries ?? []).filter((entry) => !entry.isMine || feedbackKey(entry.about) !== key),
      ],
    }))
    try {
      await call
      toast(mine ? texts.given[mine.verdict] : texts.withdrawn)
    } catch (error) {
      toast((error as Error).message)
    }
    await client.invalidateQueries({ queryKey })
  }
  const feedback: Feedback = {
    of: (about) => byKey && (byKey.get(feedbackKey(about)) ?? []),
    give: (about, verdict, word) =>
      change(
        about,
        { about, verdict, word, by: null, isMine: true },
        callApi(contract.giveFeedback, { body: { about, verdict, word } }),
      ),
    withdraw: (about) => change(about, undefined, callApi(contract.withdrawFeedback, { body: { about } })),
  }
  return <Context value={feedback}>{children}</Context>
}

function groupByKey(entries: readonly FeedbackReply[]): ReadonlyMap<string, readonly FeedbackReply[]> {
  return Map.groupBy(entries, ({ about }) => feedbackKey(about))
}
