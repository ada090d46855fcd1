/** A part of the screen whose script is loaded when it is first needed. Once loaded, it stays. */
export interface Lazy<Part> {
  /** Undefined until it is loaded. */
  readonly part: Part | undefined
  /** Rejects if the script can't be loaded. The next call tries again. */
  load(): Promise<unknown>
}

export function lazy<Part>(importPart: () => Promise<Part>): Lazy<Part> {
  let part: Part | undefined
  let loading: Promise<void> | undefined
  return {
    get part() {
      return part
    },
    load() {
      loading ??= importPart().then(
        (loaded) => {
          part = loaded
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}
