export const texts = {
  rowKeys: [
    [['J', 'K'], 'move'],
    [['Enter'], 'open'],
    [['S'], 'snooze a week'],
    [['X'], 'not a fit'],
    [['L'], 'add to list'],
  ] as const,
  rowKeysLabel: 'Keyboard shortcuts',
  open: 'Jump to…',
  loadFailed: 'Can’t load this. Check your connection and try again.',
}
