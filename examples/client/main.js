// A typical day: companies that hire for AI, and the dossier of the hottest one.
//
//   npm run build:client
//   PRO_SIGNAL_URL=http://127.0.0.1:3000 PRO_SIGNAL_KEY=$(cat data/demo-key) node examples/client/main.js

import { ApiError, days, ProSignal, signal } from '@pro-signal/client'

const { PRO_SIGNAL_URL: baseUrl = 'http://127.0.0.1:3000', PRO_SIGNAL_KEY: apiKey = '' } = process.env
const client = new ProSignal({ baseUrl, apiKey })
/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`)

try {
  const { rateLimits } = await client.stats()
  for (const [bucket, { remaining, limit }] of Object.entries(rateLimits))
    say(`${bucket}: ${remaining} of ${limit} left`)
  const search = client.companies.search({ signal_query: signal.hiring({ ai: true, within: days(60) }), pageSize: 5 })
  const { companies, total } = await search.page()
  say(`\n${total} companies hire for AI; the hottest ${companies.length}:`)
  for (const { id, name, domain } of companies) say(`  ${id}  ${name} (${domain})`)
  const [hottest] = companies
  if (hottest) {
    const { data } = await client.companies.get(hottest.id)
    const jobs = data.signals.flatMap((each) => (each.type === 'hiring' ? [each.jobTitle] : []))
    say(`\n${hottest.name}: AI adoption score ${data.aiAdoptionScore.score}; hires for ${jobs.slice(0, 3).join(', ')}`)
  }
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  process.stderr.write(`${error.status} ${error.code}: ${error.message} (${error.requestId})\n`)
  process.exitCode = 1
}
