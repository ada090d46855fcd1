// A rotated signing secret: until the overlap ends, requests have the signatures of both secrets.

/** The columns for `update … set`. `secret` and `seconds` are SQL. */
export function rotatedSecret(secret: string, seconds: string): string {
  return `signing_secret = ${secret}, previous_secret = case when ${seconds} > 0 then signing_secret end,
    previous_secret_until = case when ${seconds} > 0 and signing_secret is not null
                                 then now() + make_interval(secs => ${seconds}) end`
}

/**
 * The previous secret, decrypted. Undefined if the overlap has ended or it can't be decrypted: the current one is
 * enough.
 */
export function inOverlap<T>(
  sealed: string | null,
  until: number | null,
  now: number,
  open: (sealed: string) => T,
): { readonly value: T; readonly until: number } | undefined {
  if (sealed === null || until === null || until <= now) return undefined
  try {
    return { value: open(sealed), until }
  } catch {
    return undefined
  }
}
