const TYPING = 'input, select, textarea, [contenteditable], [role=menu], [role=dialog]'

/** The key belongs to a field, a menu or a dialog, or is part of a command of the browser: no shortcut of the page. */
export function isForPage({ target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing) return false
  return !(target instanceof Element && target.closest(TYPING))
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The key that commands of programs go with: ⌘ on a Mac, Ctrl elsewhere. */
export const MOD_KEY = isMac ? '⌘' : 'Ctrl'

export const hasModKey = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey
