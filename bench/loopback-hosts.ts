/** A loopback address per endpoint: each is a separate origin, like endpoints of many customers on one port. */
export function hostOf(i: number): string {
  return `127.0.${1 + (i >> 7)}.${1 + (i & 127)}`
}
