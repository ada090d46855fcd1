// A process that answers for job boards, so that the benchmark measures only the side that asks.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const jobs = Number(process.argv[2])

export interface BoardsState {
  /** The share of boards that have more jobs than at first, by the last digits of their names. */
  readonly percent: number
  /** How many more. */
  readonly more: number
  /** Whether dates without a meaning are others at each request. */
  readonly moving: boolean
}

let state: BoardsState = { percent: 0, more: 0, moving: false }

/** As escaped as Greenhouse does it, with a sentence of the job's own. */
function description(nth: number): string {
  const items = '<li>Talk to customers, write down what they need, and win them.</li>'.repeat(8)
  const html = `<p>You sell our product to region ${nth}.</p><ul>${items}</ul><p>You know HubSpot and write clearly.</p>`
  return html.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function board(name: string): string {
  const number = Number(/\d+/.exec(name)?.[0] ?? 0)
  const count = jobs + (number % 100 < state.percent ? state.more : 0)
  const updated = state.moving ? new Date().toISOString() : '2026-06-01T09:00:00Z'
  return JSON.stringify({
    jobs: Array.from({ length: count }, (_, i) => ({
      id: number * 1_000 + i + 1,
      internal_job_id: number * 1_000 + i + 1,
      title: `Account Executive ${i}`,
      absolute_url: `https://boards.greenhouse.io/${name}/jobs/${number * 1_000 + i + 1}`,
      company_name: `Company ${number}`,
      location: { name: 'Berlin' },
      departments: [{ name: 'Sales' }],
      first_published: '2026-05-04T09:00:00Z',
      updated_at: updated,
      content: description(i),
    })),
    meta: { total: count },
  })
}

const server = createServer((request, response) => {
  const name = /\/v1\/boards\/([^/]+)\/jobs/.exec(request.url ?? '')?.[1]
  const body = name === undefined ? '' : board(name)
  response.writeHead(name === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', (next: BoardsState) => {
  state = next
  process.send?.('set')
})
process.on('disconnect', () => process.exit())
