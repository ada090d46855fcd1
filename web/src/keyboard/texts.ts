export const texts = {
  open: 'Jump to…',
  loadFailed: 'Can’t load this. Check your connection and try again.',
}
