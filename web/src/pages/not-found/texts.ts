import type { ReactNode } from 'react'
import { rich } from '../../parts/words/rich-text.ts'

export const texts = {
  title: 'Page not found',
  lead: 'The link is mistyped, or the page was removed.',
  continueWith: (keys: ReactNode, webhooks: ReactNode, usage: ReactNode, team: ReactNode) =>
    rich`Go to ${keys}, ${webhooks}, ${usage} or your ${team}.`,
  keys: 'API keys',
  webhooks: 'webhooks',
  usage: 'usage',
  team: 'team',
}
