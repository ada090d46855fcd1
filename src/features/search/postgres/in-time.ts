import { errorCodeIs } from '../../../db/index.ts'
import { queryTooExpensive } from '../../../http/index.ts'

const STATEMENT_TIMED_OUT = '57014'

/** The database ends a statement that runs longer than its pool allows: the caller is told what to do about it. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (errorCodeIs(error, STATEMENT_TIMED_OUT)) throw queryTooExpensive()
    throw error
  }
}
