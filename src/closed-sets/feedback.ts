// The closed sets of feedback.

export const VERDICTS = ['useful', 'wrong'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What can be judged: a signal, an entry of an alert's history, or a statement of a dossier. */
export const FEEDBACK_KINDS = ['signal', 'alert', 'statement'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

/** The statements of a dossier. */
export const STATEMENT_PARTS = ['why_now', 'talking_point'] as const
export type StatementPart = (typeof STATEMENT_PARTS)[number]
