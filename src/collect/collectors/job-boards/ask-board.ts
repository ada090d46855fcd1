import { type Answer, type Ask, type CollectorRequest, VisitFailure } from '../collector.ts'

/** For `volatile`: when a job was last saved. */
export const UPDATED_AT = 'updated_at'

type More = Pick<CollectorRequest, 'accept' | 'body' | 'statuses' | 'volatile'>

/** Requests a board by its name: as it was seen, else in lower case. */
export async function askBoard(ask: Ask, board: string, urlOf: (name: string) => string, more?: More): Promise<Answer> {
  try {
    return await askFeed(ask, urlOf(board), more)
  } catch (error) {
    const other = board.toLowerCase()
    const isMissing = error instanceof VisitFailure && error.reason === 'missing'
    if (!isMissing || other === board) throw error
    return await askFeed(ask, urlOf(other), more)
  }
}

/** An answer for machines. A page for people is a failure. */
export async function askFeed(ask: Ask, url: string, more?: More): Promise<Answer> {
  const answer = await ask({ url, kind: 'feed', accept: 'application/json', ...more })
  if (answer.contentType === 'text/html') {
    throw new VisitFailure('invalid_response', `${new URL(url).hostname} answered with a page for people`)
  }
  return answer
}
