import { useLayoutEffect } from 'react'
import { sharedTexts } from './texts.ts'

export function useDocumentTitle(title: string): void {
  // Together with the page: who sees the page also sees its title.
  useLayoutEffect(() => {
    const before = document.title
    document.title = `${title} · ${sharedTexts.productName}`
    // For a page that stays mounted behind the sign-in form.
    return () => {
      document.title = before
    }
  }, [title])
}
