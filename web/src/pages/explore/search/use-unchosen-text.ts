import { type KeyboardEvent, useState } from 'react'
import { texts } from '../texts.ts'

/**
 * For fields whose text only searches a list. Enter takes the first match, or says that there is none. Otherwise Enter
 * would submit the form, and the user would pay for a search without the filter being typed. `chosen` is the field's
 * text while nothing is being typed.
 */
export function useUnchosenText(chosen = '') {
  const [isUnchosen, setIsUnchosen] = useState(false)
  const clear = () => setIsUnchosen(false)
  return {
    error: isUnchosen ? texts.filters.notChosen : undefined,
    props: {
      searchable: true,
      selectFirstOptionOnChange: true,
      onSearchChange: clear,
      // Text that wasn't chosen is discarded on blur.
      onBlur: clear,
      // On the way down: the list's own Enter ignores an entry that it highlighted but hasn't counted yet.
      onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => {
        const { key, nativeEvent, currentTarget: field } = event
        if (key !== 'Enter' || nativeEvent.isComposing || field.value.trim() === chosen) return
        event.preventDefault()
        event.stopPropagation()
        setIsUnchosen(!takeEntry(field))
      },
    },
  } as const
}

/** Takes the highlighted entry of the open list, or else its first. False without one. */
function takeEntry(field: HTMLInputElement): boolean {
  const list = field.ariaExpanded === 'true' && document.getElementById(field.getAttribute('aria-controls') ?? '')
  if (!list) return false
  const entry =
    list.querySelector<HTMLElement>('[data-combobox-selected]') ??
    list.querySelector<HTMLElement>('[data-combobox-option]')
  entry?.click()
  return entry !== null
}
