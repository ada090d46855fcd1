import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useToast } from './Toasts.tsx'

export function CopyButton({ text, label = 'Copy', what }: { text: string; label?: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<number>(undefined)
  const toast = useToast()
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      toast('Your browser does not let us copy: select the text and copy it yourself.')
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setCopied(false), 2_000)
    toast(`${what} copied`)
  }
  return (
    <Button variant="default" size="xs" onClick={copy} aria-label={`${label} ${what.toLowerCase()}`} miw={76}>
      {copied ? 'Copied' : label}
    </Button>
  )
}

/** A text to be taken away: a key, a link, a command. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what one fills in
    <div className="secret" role="group" aria-label={what}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  )
}
