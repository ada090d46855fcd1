import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../api/client.ts'
import { useApiQuery, useInvalidate } from '../../api/queries.ts'
import { contract, type DecisionBody, type DispositionReply, type RouteName } from '../../contract.ts'
import { useToast } from '../notes/Toasts.tsx'
import { formatUtcDay } from '../words/format.ts'
import { dispositionTexts as texts } from './texts.ts'

/** A company as the screen names it. */
export interface NamedCompany {
  readonly id: string
  readonly name: string
}

/** What the person has decided about companies, by company id. Undefined while it is loading. */
export function useDispositions(): ReadonlyMap<string, DispositionReply> | undefined {
  const { data } = useApiQuery(contract.getDispositions, {})
  return data && new Map(data.dispositions.map((each) => [each.company.id, each]))
}

/**
 * Snoozes or dismisses a company, or shows it again with `null`, and offers to undo it. `invalidates` names the routes
 * whose replies depend on it.
 */
export function useDecide(
  invalidates: readonly RouteName[] = [],
): (company: NamedCompany, decision: DecisionBody | null) => void {
  const toast = useToast()
  const invalidate = useInvalidate()
  const { mutate } = useMutation({
    mutationFn: async ({ company: { id: companyId }, decision }: Choice) => {
      if (decision) return callApi(contract.setDisposition, { params: { companyId }, body: decision })
      await callApi(contract.clearDisposition, { params: { companyId } })
      return { previous: null }
    },
    onSuccess: () => invalidate(['getDispositions', ...invalidates]),
    onError: ({ message }) => toast(message),
  })
  const undo = (company: NamedCompany, previous: DecisionBody | null) =>
    mutate({ company, decision: previous }, { onSuccess: () => toast(doneText(company, previous)) })
  return (company, decision) =>
    mutate(
      { company, decision },
      {
        onSuccess: ({ previous }) =>
          toast(
            doneText(company, decision),
            decision ? { label: texts.undo, run: () => undo(company, previous) } : undefined,
          ),
      },
    )
}

interface Choice {
  readonly company: NamedCompany
  readonly decision: DecisionBody | null
}

function doneText({ name }: NamedCompany, decision: DecisionBody | null): string {
  if (!decision) return texts.shownAgain(name)
  return decision.until === null ? texts.dismissed(name) : texts.snoozed(name, formatUtcDay(decision.until))
}
