// Links that work without signing in. The token is sealed and contains its purpose and expiry.

import { createHash } from 'node:crypto'
import { AppError } from '../../../platform/app-error.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'

interface LinkKind {
  /** Of the seal: a link of one kind isn't valid as another. */
  readonly context: string
  /** Where a person got it. */
  readonly from: string
  /** What to do when it has expired. */
  readonly instead: string
}

export function openLink<Link extends { readonly expiresAt: number }>(
  box: SecretBox,
  token: string,
  now: number,
  { context, from, instead }: LinkKind,
): Link {
  let link: Link
  try {
    link = JSON.parse(box.open(token, context)) as Link
  } catch {
    throw invalidLink(`This link is not valid. It may be incomplete: copy it from the ${from} again.`)
  }
  if (link.expiresAt < now) throw invalidLink(`This link has expired. ${instead}`)
  return link
}

export const invalidLink = (message: string) => new AppError('invalid', message, { code: 'invalid_link' })

export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
