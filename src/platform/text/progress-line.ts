// The progress of a command, in one line of a terminal that is overwritten.

export interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export interface ProgressLine {
  /** `text` gets the seconds since the start, and is not called more often than a line can be read. */
  show(text: (seconds: number) => string): void
  /** Clears the line. */
  end(): void
}

const UPDATE_MS = 100

/** Writes nothing if the output is not a terminal. */
export function createProgressLine(terminal: Terminal, clock = Date.now): ProgressLine {
  if (!terminal.isTTY) return { show() {}, end() {} }
  const started = clock()
  let shownAt = started
  let shown = false
  return {
    show(text) {
      const now = clock()
      if (now - shownAt < UPDATE_MS) return
      shownAt = now
      shown = true
      // A terminal that doesn't know its width reports 0.
      terminal.write(`\r${text((now - started) / 1_000).slice(0, (terminal.columns || 80) - 1)}\x1b[K`)
    },
    end() {
      if (shown) terminal.write('\r\x1b[K')
    },
  }
}

/** `[#########-----------]  45 %` */
export function progressBar(share: number): string {
  const filled = Math.floor(share * BAR_CELLS)
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`
}

const BAR_CELLS = 20

/** `  0:37 left`, from the time so far. Empty at the start. */
export function timeLeft(share: number, seconds: number): string {
  return share === 0 ? '' : `  ${duration((seconds * (1 - share)) / share)} left`
}

/** 0:37, 12:05, 3:00:09. */
function duration(seconds: number): string {
  const rounded = Math.ceil(seconds)
  const [hours, minutes] = [Math.floor(rounded / 3_600), Math.floor(rounded / 60) % 60]
  const tail = String(rounded % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
