import type { ReactNode } from 'react'
import { rich } from '../parts/words/rich-text.ts'

export const texts = {
  saveFirst: 'Save it first, then close this with the button below.',
  noReply: 'No reply arrived, so it may have been created. Look at the list before you try again.',
  noReplyButRevealable:
    'No reply arrived, so the key may have been rotated. Close this and reveal the key to see which one is sent.',
  lost: {
    title: 'A reply was lost',
    tag: 'Key never shown',
    createdKey: (name: string, key: ReactNode) =>
      rich`“${name}” (${key}) was created, but the key was never shown. Rotate it to get a new one, or revoke it.`,
    rotatedKey: (name: string, key: ReactNode) =>
      rich`“${name}” was rotated, but the new key (${key}) was never shown. Rotate it again, or revoke it.`,
    noKey: (name: string) => `No reply arrived about the key “${name}”. The list doesn’t have it so far.`,
    notRotated: (name: string) => `No reply arrived about the rotation of “${name}”. It isn’t rotated so far.`,
    invited: (email: string) =>
      `The invitation for ${email} was created, but its link was never shown. Invite them again to get a new link, or revoke it.`,
    notInvited: (email: string) =>
      `No reply arrived about the invitation for ${email}. The list doesn’t have it so far.`,
    addedWebhook: (link: ReactNode) => rich`${link} was added, but its key was never shown. You can reveal it there.`,
    noWebhook: (url: string) => `No reply arrived about the webhook ${url}. The list doesn’t have it so far.`,
    dismiss: 'Dismiss',
  },
}
