import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useToast } from '../notes/Toasts.tsx'
import { sharedTexts } from '../texts.ts'

const COPIED_MS = 2_000

interface CopyButtonProps {
  readonly text: string
  readonly label?: string
  readonly name: string
  readonly onCopied?: (() => void) | undefined
}

/** `name` says what is copied, in the toast and to screen readers. */
export function CopyButton({ text, label = sharedTexts.copy, name, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<number>(undefined)
  const toast = useToast()
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      toast(sharedTexts.copyBlocked)
      return
    }
    onCopied?.()
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setCopied(false), COPIED_MS)
    toast(sharedTexts.nameCopied(name))
  }
  return (
    <Button variant="default" size="xs" onClick={copy} aria-label={`${label} ${name.toLowerCase()}`} miw={76}>
      {copied ? sharedTexts.copied : label}
    </Button>
  )
}
