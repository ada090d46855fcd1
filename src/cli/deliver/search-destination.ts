import { AppError } from '../../platform/app-error.ts'
import type { Input } from '../command.ts'
import { readSecretOption } from '../read-secret.ts'

/** Where alerts go. The URL of a Slack webhook is a secret: it lets anyone post in the channel. */
export const destinationOptions = {
  to: {
    value: 'DESTINATION',
    description:
      'webhook:URL, mail:ADDRESS, or today: only shown on the screen. For slack:URL, prefer --slack-url-file.',
  },
  'slack-url-file': {
    value: 'FILE',
    description:
      'A file whose first line is the URL of a Slack webhook. - reads it from a pipe, or asks for it without showing it.',
  },
} as const

export async function destinationOf(input: Input): Promise<string | undefined> {
  const to = input.maybe('to')
  const slackUrl = await readSecretOption(input, 'slack-url-file', 'URL')
  if (to !== undefined && slackUrl !== undefined) {
    throw new AppError('invalid', 'Leave out either --to or --slack-url-file: a search has one destination.')
  }
  return slackUrl === undefined ? to : `slack:${slackUrl.trim()}`
}

export async function requiredDestination(input: Input): Promise<string> {
  const to = await destinationOf(input)
  if (to !== undefined) return to
  throw new AppError(
    'invalid',
    'searches create needs --to DESTINATION or --slack-url-file FILE (see bin/pro-signal searches create --help)',
  )
}
