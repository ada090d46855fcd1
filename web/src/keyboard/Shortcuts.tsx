// The keys that work on every page. What they open is a script of its own, which is loaded when it is first needed.

import { type ComponentType, useEffect, useState } from 'react'
import { useToast } from '../parts/notes/Toasts.tsx'
import { type Lazy, lazy } from '../routing/lazy.ts'
import { useSessionEnded } from '../session.ts'
import { OPEN, type Overlay } from './overlay.ts'
import { texts } from './texts.ts'
import { hasModKey, isForPage } from './typing.ts'

const area = () => import('../palette/index.ts')

interface OverlayProps {
  readonly onClose: () => void
}

const OVERLAYS: Readonly<Record<Overlay, Lazy<ComponentType<OverlayProps>>>> = {
  palette: lazy(async () => (await area()).Palette),
  shortcuts: lazy(async () => (await area()).ShortcutsDialog),
}

export function preloadPalette(): void {
  // If it fails, it is tried again when the palette is opened.
  OVERLAYS.palette.load().catch(() => {})
}

/** Where `/` goes. */
const SEARCH_FIELDS = 'main [data-page-search], main input[type=search]'

function focusSearch(): boolean {
  const fields = [...document.querySelectorAll<HTMLElement>(SEARCH_FIELDS)]
  const field = fields.find((each) => each.checkVisibility() && !each.matches(':disabled'))
  field?.focus()
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
  return field !== undefined
}

/** A button that names a letter in `data-page-key` is also clicked by that letter. */
function clickPageKey({ key, repeat }: KeyboardEvent): boolean {
  if (repeat || !/^[a-z]$/i.test(key)) return false
  const buttons = [...document.querySelectorAll<HTMLElement>(`main [data-page-key="${key.toLowerCase()}"]`)]
  const button = buttons.find((each) => each.checkVisibility())
  button?.click()
  return button !== undefined
}

export function Shortcuts() {
  const [shown, setShown] = useState<Overlay>()
  const ended = useSessionEnded()
  const toast = useToast()
  useEffect(() => {
    if (ended) return
    let isCurrent = true
    const open = (overlay: Overlay) =>
      OVERLAYS[overlay].load().then(
        () => isCurrent && setShown(overlay),
        () => toast(texts.loadFailed),
      )
    const pressed = (event: KeyboardEvent) => {
      if (hasModKey(event) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        // Not above a dialog: it may hold something that is shown only once.
        if (!document.querySelector('[role=dialog][aria-modal=true]')) void open('palette')
        return
      }
      if (!isForPage(event)) return
      if (event.key !== '/' && event.key !== '?') {
        if (clickPageKey(event)) event.preventDefault()
        return
      }
      event.preventDefault()
      if (event.key === '?') void open('shortcuts')
      else if (!focusSearch()) void open('palette')
    }
    const asked = ({ detail }: CustomEventInit<Overlay>) => detail && void open(detail)
    addEventListener('keydown', pressed)
    addEventListener(OPEN, asked as EventListener)
    return () => {
      isCurrent = false
      removeEventListener('keydown', pressed)
      removeEventListener(OPEN, asked as EventListener)
    }
  }, [ended, toast])
  const Part = shown && !ended ? OVERLAYS[shown].part : undefined
  return Part ? <Part onClose={() => setShown(undefined)} /> : null
}
