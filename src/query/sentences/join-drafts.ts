import type { ClauseDraft } from './clause-draft.ts'
import { readObject } from './read-object.ts'

/** The clauses as one text in the query language. */
export function joinDrafts(drafts: readonly ClauseDraft[]): string {
  let text = ''
  for (const [i, draft] of drafts.entries()) {
    const clause = draft.print(readObject)
    if (i === 0) text = clause
    else if (draft.joint === 'then') text = `${text} THEN ${clause}${within(draft)}`
    else if (draft.joint === 'after') text = earlier(text, clause, within(drafts[i - 1]))
    else text = `${text} ${draft.joint === 'or' ? 'OR' : 'AND'} ${clause}`
  }
  return text
}

function within(draft: ClauseDraft | undefined): string {
  return draft?.stepDays === undefined ? '' : ` WITHIN ${draft.stepDays}d`
}

/** "Hiring after raising": the last clause of the text is the later step. */
function earlier(text: string, clause: string, days: string): string {
  const at = text.lastIndexOf(' AND ')
  const [before, last] = at < 0 ? ['', text] : [text.slice(0, at + 5), text.slice(at + 5)]
  return `${before}${clause} THEN ${last}${days}`
}
