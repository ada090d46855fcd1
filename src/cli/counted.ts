export function count(value: number): string {
  return value.toLocaleString('en')
}

/** 1 webhook, 2 webhooks. */
export function counted(value: number, word: string): string {
  return `${count(value)} ${word}${value === 1 ? '' : 's'}`
}
