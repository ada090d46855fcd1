import { type Answer, type Ask, VisitFailure } from '../collector.ts'

/** The answer for a board's name: as it was seen, else in lower case. */
export async function askBoard(ask: Ask, board: string, urlOf: (name: string) => string): Promise<Answer> {
  try {
    return await askFeed(ask, urlOf(board))
  } catch (error) {
    const other = board.toLowerCase()
    const isMissing = error instanceof VisitFailure && error.reason === 'missing'
    if (!isMissing || other === board) throw error
    return await askFeed(ask, urlOf(other))
  }
}

/** An answer for machines. A page for people is a failure. */
export async function askFeed(ask: Ask, url: string, accept = 'application/json'): Promise<Answer> {
  const answer = await ask({ url, kind: 'feed', accept })
  if (answer.contentType === 'text/html') {
    throw new VisitFailure('odd', `${new URL(url).hostname} answered with a page for people`)
  }
  return answer
}
