import type { NextStep } from '../../service/next-steps.ts'
import type { Service } from '../../service/service.ts'
import { columns } from '../table.ts'

interface Step {
  readonly missing: string
  readonly command: string
  readonly note?: string
}

const STEPS: Readonly<Record<NextStep, Step>> = {
  team: {
    missing: 'no team',
    command: 'teams create --name "Acme Sales" --plan pro --owner-email owner@acme.example',
    note: 'It asks for the password of the owner; --owner-password-file reads it from a file.',
  },
  key: { missing: 'no API key', command: 'keys create --team TEAM-ID --name "First key"' },
  signals: {
    missing: 'no signals',
    command: 'ingest signals.ndjson',
    note: 'The format is described in docs/ingest.md; docs/collecting.md explains how to collect signals from public sources.',
  },
}

/** The message for a person who has just started the service. */
export function startMessage({ url, demo, hasScreen, nextSteps }: Service): string {
  const parts = [demo ? demoMessage(url, demo) : `Pro Signal is running at ${url}\n`]
  if (!hasScreen) parts.push('The settings screen is not built: run npm run build:screen, then restart.\n')
  if (nextSteps.length > 0) parts.push(nextMessage(nextSteps.map((step) => STEPS[step])))
  return `${parts.join('\n')}${parts.length > 1 ? '\n' : ''}`
}

function demoMessage(url: string, demo: NonNullable<Service['demo']>): string {
  const rows = [
    ['Settings', `${url}/`],
    ['Sign in', `${demo.email} / ${demo.password}`],
    ['API key', demo.key],
    ['API reference', `${url}/docs`],
  ]
  return `\nPro Signal is running.\n\n${columns(rows)}\n\nFind companies that hire AI SDRs:\n  ${searchCommand(url, demo.key)}\n\nStop it with Ctrl-C.\n\n`
}

/** On one line, so that it can be pasted anywhere. */
function searchCommand(url: string, key: string): string {
  const body = JSON.stringify({ signal_query: 'hiring(title ~ "AI SDR")', pageSize: 3 })
  return `curl -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" ${url}/api/v1/companies -d '${body}'`
}

function nextMessage(steps: readonly Step[]): string {
  const missing = steps.map((step) => step.missing).join(', ')
  const commands = steps.map(({ command }) => `  bin/pro-signal ${command}\n`).join('')
  const notes = steps.flatMap(({ note }) => note ?? []).join(' ')
  return `The database has ${missing} yet. Next, in a second terminal, in the folder of Pro Signal:\n${commands}${notes}\n`
}
