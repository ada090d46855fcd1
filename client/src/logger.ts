/** `console` is one. Entries never contain the API key. */
export interface Logger {
  debug?(message: string, about?: object): void
  info?(message: string, about?: object): void
  warn?(message: string, about?: object): void
}

/** By default only warnings are logged: that a request may be charged twice must not go unnoticed. */
export const DEFAULT_LOGGER: Logger = {
  // biome-ignore lint/suspicious/noConsole: the console of the program that uses the client is the only place to warn
  warn: (message, about) => console.warn(`pro-signal: ${message}`, about ?? ''),
}
