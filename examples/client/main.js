// A typical day: companies that hire for AI, and the dossier of the hottest one.
//
//   PRO_SIGNAL_URL=http://127.0.0.1:3000 PRO_SIGNAL_KEY=$(cat data/demo-key) node examples/client/main.js

import { ApiError, ProSignal } from './client.js'

const { PRO_SIGNAL_URL: url = 'http://127.0.0.1:3000', PRO_SIGNAL_KEY: key = '' } = process.env
const signals = new ProSignal({ url, key })
/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`)

try {
  const { rateLimits } = await signals.stats()
  for (const [bucket, { remaining, limit }] of Object.entries(rateLimits))
    say(`${bucket}: ${remaining} of ${limit} left`)
  const { companies, total } = await signals.search({ signal_query: 'hiring(ai: true, within: 60d)', pageSize: 5 })
  say(`\n${total} companies hire for AI; the hottest ${companies.length}:`)
  for (const { id, name, domain } of companies) say(`  ${id}  ${name} (${domain})`)
  const [hottest] = companies
  if (hottest) {
    const { data } = await signals.dossier(hottest.id)
    say(`\n${hottest.name}: ${JSON.stringify(data.aiAdoptionScore).slice(0, 120)}…`)
  }
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  process.stderr.write(`${error.status} ${error.code}: ${error.message} (${error.requestId})\n`)
  process.exitCode = 1
}
