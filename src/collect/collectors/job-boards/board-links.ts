const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u

/** The parts of a path, decoded. Empty if it can't be decoded. */
export function pathOf(url: URL): readonly string[] {
  try {
    return url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return []
  }
}

/** A valid name of a board. */
export function boardName(text: string | null | undefined, reserved: readonly string[] = []): string | undefined {
  return text && NAME.test(text) && !reserved.includes(text.toLowerCase()) ? text : undefined
}

/** A system's own hosts, which aren't boards. */
const OWN_HOSTS =
  `www app api apps help support docs doc blog status developer developers get go info login auth cdn static assets
  images media email mail click track partner partners learn academy community marketing trust legal jobs resources try
  careers-analytics`.split(/\s+/)

/** The host of a board below a system's domain: `acme.recruitee.com`. */
export function boardHost(url: URL, pattern: RegExp): string | undefined {
  const host = url.hostname.toLowerCase()
  const name = pattern.exec(host)?.[1]
  return name === undefined || OWN_HOSTS.includes(name) ? undefined : host
}
