import type { Static } from 'typebox'
import type { FeedbackAbout } from './feedback.ts'

export type FeedbackAboutReply = Static<typeof FeedbackAbout>

/** The durations that a statement counts: "open for 12 days" is "open for 13 days" tomorrow, "posted today" "posted yesterday". */
const DURATION = /\d{1,6} (hour|day|week|month|year)s?\b/g
const AGO = /\b(?:today|yesterday)\b|# day ago/g
const OPEN = /was posted # ago|has been open for # day/g

/** The same for what is the same thing to a reader. A statement stays the same while only its durations grow. */
export function feedbackKey(about: FeedbackAboutReply): string {
  switch (about.kind) {
    case 'signal':
      return `signal ${about.signalId}`
    case 'alert':
      return `alert ${about.changeId}`
    case 'statement':
      return `statement ${about.companyId} ${about.slice} ${about.part} ${withoutDurations(about.text)}`
  }
}

function withoutDurations(text: string): string {
  return text.replaceAll(DURATION, '# $1').replaceAll(AGO, '# ago').replaceAll(OPEN, 'open')
}
