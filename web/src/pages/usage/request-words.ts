import type { LoggedRequestReply } from '../../contract.ts'
import type { Tone } from '../../parts/notes/tone.ts'
import { texts } from './texts.ts'

export function toneOf(status: number): Tone {
  if (status < 400) return 'success'
  return status < 500 ? 'warning' : 'danger'
}

export function costOf({ charged }: LoggedRequestReply): string {
  if (charged === null) return texts.requests.free
  const { records, pageTurns } = charged
  return texts.requests.cost(records) + (pageTurns > 0 ? texts.requests.pageTurns(pageTurns) : '')
}
