export function count(value: number): string {
  return value.toLocaleString('en')
}

/** 1 webhook, 2 webhooks. */
export function counted(value: number, one: string, several = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : several}`
}
