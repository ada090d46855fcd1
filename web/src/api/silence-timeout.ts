interface SilenceTimeout {
  /** Aborts after the silence. */
  readonly signal: AbortSignal
  /** Something arrived: restarts the timeout. */
  heard(): void
  stop(): void
}

/** A timeout for silence, not for the whole call: on a slow line, a long reply is fine as long as it keeps arriving. */
export function startSilenceTimeout(ms: number): SilenceTimeout {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), ms)
  }
  heard()
  return { signal: controller.signal, heard, stop: () => clearTimeout(timer) }
}
