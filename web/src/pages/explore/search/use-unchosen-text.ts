import { type KeyboardEvent, useState } from 'react'
import { texts } from '../texts.ts'

/**
 * For fields whose text only searches a list. Enter takes the first entry found; if there is none, it says so. Without
 * this, Enter would submit the form, and the search would be paid for without the filter that somebody was typing.
 * `chosen` is the text of the field while nothing is being typed.
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
      // The text that was not chosen is gone then.
      onBlur: clear,
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        const { key, nativeEvent, currentTarget: field } = event
        if (key !== 'Enter' || nativeEvent.isComposing || field.value.trim() === chosen) return
        event.preventDefault()
        setIsUnchosen(!hasHighlighted(field))
      },
    },
  } as const
}

/** Whether Enter takes an entry of the open list. */
function hasHighlighted(field: HTMLInputElement): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list?.querySelector('[data-combobox-selected]') != null
}
