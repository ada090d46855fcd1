import type { ReactNode } from 'react'
import { rich } from '../../parts/words/rich-text.ts'

export const texts = {
  title: 'Page not found',
  lead: 'The link may be mistyped, or the page was removed.',
  continueWith: (explore: ReactNode, windows: ReactNode, lists: ReactNode, alerts: ReactNode) =>
    rich`Go to ${explore}, ${windows}, ${lists} or ${alerts}.`,
  explore: 'Explore',
  windows: 'Windows',
  lists: 'Lists',
  alerts: 'Alerts',
}
