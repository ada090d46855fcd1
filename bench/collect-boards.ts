// A thread that answers for job boards, so that the benchmark measures only the side that asks.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

const { jobs } = workerData as { jobs: number }
/** The share of boards that have one more job, by the last digits of their names. */
let changed = 0

const DESCRIPTION = `<p>You sell our product to companies in Europe.</p><ul>${'<li>Talk to customers, write down what they need, and win them.</li>'.repeat(8)}</ul><p>You know HubSpot and write clearly.</p>`

function board(name: string): string {
  const number = Number(/\d+/.exec(name)?.[0] ?? 0)
  const count = jobs + (number % 100 < changed ? 1 : 0)
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
      updated_at: new Date().toISOString(),
      content: DESCRIPTION,
    })),
    meta: { total: count },
  })
}

const server = createServer((request, response) => {
  const name = /\/v1\/boards\/([^/]+)\/jobs/.exec(request.url ?? '')?.[1]
  const body = name === undefined ? '' : board(name)
  response.writeHead(name === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body)
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
parentPort?.on('message', (percent: number) => {
  changed = percent
  parentPort?.postMessage('set')
})
