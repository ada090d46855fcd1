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
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        const { key, nativeEvent, currentTarget: field } = event
        if (key !== 'Enter' || nativeEvent.isComposing || field.value.trim() === chosen) return
        event.preventDefault()
        setIsUnchosen(!takesEntry(field))
      },
    },
  } as const
}

/**
 * Whether Enter takes an entry of the open list. The list highlights its first entry a moment after it shows it. If Enter
 * comes in between, the first entry is taken here.
 */
function takesEntry(field: HTMLInputElement): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  if (list?.querySelector('[data-combobox-selected]')) return true
  const first = field.ariaExpanded === 'true' && list?.querySelector<HTMLElement>('[data-combobox-option]')
  if (first) first.click()
  return Boolean(first)
}
