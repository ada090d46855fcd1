import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { ApiError, callApi, isUnanswered } from '../api/client.ts'
import { useInvalidate } from '../api/queries.ts'
import type { InputOf, ReplyOf, RouteName, SettingsRoute } from '../contract.ts'
import { useLeaveGuard } from '../routing/leave-guard.ts'
import { useOwner } from '../session.ts'
import { texts } from './texts.ts'
import { type Attempt, beginAttempt, endAttempt, loseAttempt } from './unanswered.ts'
import { revealSecret, type Secret } from './unsaved-secret.ts'

interface SecretMutationOptions<Route extends SettingsRoute> {
  readonly invalidates: readonly RouteName[]
  readonly secret: (reply: ReplyOf<Route>) => Secret
  /** Left out where a lost reply loses nothing, because the secret can be revealed later. */
  readonly attempt?: (input: InputOf<Route>) => Attempt
  /** What the reply created, in the terms of `Attempt.known`. */
  readonly created?: (reply: ReplyOf<Route>) => string
}

/**
 * Creates something with a secret. Leaving the page is guarded until the reply arrives. The secret is stored as soon as
 * it arrives, whether or not the form still exists.
 */
export function useSecretMutation<Route extends SettingsRoute>(
  route: Route,
  { invalidates, secret, attempt, created }: SecretMutationOptions<Route>,
): UseMutationResult<ReplyOf<Route>, Error, InputOf<Route>> {
  const owner = useOwner()
  const invalidate = useInvalidate()
  const mutation = useMutation<ReplyOf<Route>, Error, InputOf<Route>>({
    mutationFn: async (input) => {
      const id = attempt && beginAttempt(owner, attempt(input))
      try {
        const reply = await callApi(route, input)
        revealSecret(owner, secret(reply))
        if (id !== undefined) endAttempt(owner, id, created ? [created(reply)] : [])
        return reply
      } catch (error) {
        if (!isUnanswered(error)) {
          if (id !== undefined) endAttempt(owner, id)
          throw error
        }
        if (id !== undefined) loseAttempt(id)
        const { status, requestId } = error
        const message = attempt ? texts.noReply : texts.noReplyButRevealable
        throw new ApiError(status, { code: 'no_reply', message, ...(requestId && { requestId }) })
      }
    },
    // Not awaited: the secret is shown at once. After an error, the list may have something new too.
    onSettled: () => void invalidate(invalidates),
  })
  useLeaveGuard(mutation.isPending)
  return mutation
}
