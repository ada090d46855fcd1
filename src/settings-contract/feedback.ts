// What people say about signals, alerts and statements: useful, or wrong. Free.

import { Type } from 'typebox'
import { STATEMENT_PARTS, VERDICTS } from '../closed-sets/feedback.ts'
import { route } from './route.ts'
import { EmptyReply, Id, nullable, STRICT } from './schemas.ts'

/** Of the optional word, in UTF-16 code units. */
export const MAX_WORD_LENGTH = 200
const MAX_STATEMENT_LENGTH = 2_000

export const FeedbackAbout = Type.Union([
  Type.Object({ kind: Type.Literal('signal'), signalId: Id }, STRICT),
  /** An entry of an alert's history. */
  Type.Object({ kind: Type.Literal('alert'), changeId: Id }, STRICT),
  Type.Object(
    {
      kind: Type.Literal('statement'),
      companyId: Id,
      slice: Type.String({ minLength: 1, maxLength: 100 }),
      part: Type.Enum(STATEMENT_PARTS),
      /** As it was read. */
      text: Type.String({ minLength: 1, maxLength: MAX_STATEMENT_LENGTH }),
      /** The first signal that was shown as its evidence. */
      signalId: Type.Optional(Id),
    },
    STRICT,
  ),
])

export const FeedbackEntry = Type.Object({
  about: FeedbackAbout,
  verdict: Type.Enum(VERDICTS),
  word: nullable(Type.String()),
  /** The person's email; null: the account was deleted. */
  by: nullable(Type.String()),
  isMine: Type.Boolean(),
})

export const feedbackRoutes = {
  /** The team's verdicts on a company or on the history of an alert, newest first, at most 1,000. */
  listFeedback: route({
    method: 'GET',
    path: '/feedback',
    query: Type.Object({ company: Type.Optional(Id), search: Type.Optional(Id) }, STRICT),
    reply: Type.Object({ entries: Type.Array(FeedbackEntry) }),
  }),
  /**
   * Replaces the person's earlier verdict on the same thing. Errors: 404 not_found, 429 too_much_feedback (a team can
   * give 1,000 verdicts a day).
   */
  giveFeedback: route({
    method: 'PUT',
    path: '/feedback',
    body: Type.Object(
      {
        about: FeedbackAbout,
        verdict: Type.Enum(VERDICTS),
        word: nullable(Type.String({ maxLength: MAX_WORD_LENGTH })),
      },
      STRICT,
    ),
    reply: EmptyReply,
  }),
  /** Idempotent. */
  withdrawFeedback: route({
    method: 'POST',
    path: '/feedback/withdraw',
    body: Type.Object({ about: FeedbackAbout }, STRICT),
    reply: EmptyReply,
  }),
}
