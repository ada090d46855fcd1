// Lists of subprocessors of the demo's companies, and of other names under .example: about every second one has a list.
// Its content depends only on the company and the time, and every 30 days one vendor is replaced by another.

import { Random, seedOf } from '../world/random.ts'
import type { DemoBoard } from './demo-boards.ts'

type Row = readonly [name: string, purpose: string]

const VENDORS: readonly Row[] = [
  ['Stripe, Inc.', 'Payments'],
  ['Functional Software, Inc. d/b/a Sentry', 'Error monitoring'],
  ['Twilio Inc. (SendGrid)', 'Email delivery'],
  ['Zendesk, Inc.', 'Customer support'],
  ['Datadog, Inc.', 'Monitoring'],
  ['HubSpot Ireland Limited', 'CRM'],
  ['Intercom R&amp;D Unlimited Company', 'Customer support'],
  ['Cloudflare, Inc.', 'Content delivery'],
  ['Snowflake Inc.', 'Data warehouse'],
  ['Mixpanel, Inc.', 'Product analytics'],
  ['Slack Technologies, LLC', 'Internal communication'],
  ['PostHog Inc.', 'Product analytics'],
  ['MongoDB, Inc.', 'Database'],
]
const AI_VENDORS: readonly Row[] = [
  ['OpenAI, LLC', 'AI features'],
  ['Anthropic PBC', 'AI assistant'],
  ['Mistral AI SAS', 'AI features'],
  ['Deepgram, Inc.', 'Transcription'],
]
const HOSTING: Row = ['Amazon Web Services, Inc.', 'Hosting']
export const SUBPROCESSORS_PATH = '/legal/subprocessors'
const LISTED_VENDORS = 4
const CHANGES_EVERY_SECONDS = 30 * 86_400

export function hasSubprocessors({ name }: Pick<DemoBoard, 'name'>): boolean {
  return new Random(seedOf(name), 1).chance(0.5)
}

/** Undefined if the company has no list. */
export function subprocessorsUrl(board: Pick<DemoBoard, 'name' | 'company'>): string | undefined {
  return hasSubprocessors(board) ? `https://${board.company.domain}${SUBPROCESSORS_PATH}` : undefined
}

/** A table for some, a list for the others. `now` in Unix seconds. */
export function subprocessorsHtml({ name }: Pick<DemoBoard, 'name'>, now: number): string {
  const rows = rowsAt(seedOf(name) >>> 0, now)
  if (new Random(seedOf(name), 2).chance(0.5))
    return `<ul>${rows.map(([vendor, purpose]) => `<li>${vendor} – ${purpose} – USA</li>`).join('')}</ul>`
  const cells = rows.map(([vendor, purpose]) => `<tr><td>${vendor}</td><td>${purpose}</td><td>USA</td></tr>`)
  return `<table><tr><th>Subprocessor</th><th>Purpose</th><th>Country</th></tr>${cells.join('')}</table>`
}

/** Companies change their lists on different days. */
function rowsAt(seed: number, now: number): readonly Row[] {
  const turn = Math.floor(now / CHANGES_EVERY_SECONDS + (seed % 1_000) / 1_000)
  const vendors = Array.from({ length: LISTED_VENDORS }, (_, n) => VENDORS[(seed + turn + n) % VENDORS.length] as Row)
  return [HOSTING, ...vendors, AI_VENDORS[seed % AI_VENDORS.length] as Row]
}
