import { useEffect } from 'react'
import { sharedTexts } from './texts.ts'

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${sharedTexts.productName}`
  }, [title])
}
