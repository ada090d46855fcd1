/** Shows the progress in one line that is overwritten. */
interface Progress {
  update(done: { readonly bytes: number; readonly lines: number }): void
  /** Clears the line. */
  end(): void
}

interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const UPDATE_MS = 100

/** Writes nothing if the output is not a terminal. `totalBytes` is unknown if standard input is among the sources. */
export function createProgress(terminal: Terminal, totalBytes: number | undefined, clock = Date.now): Progress {
  if (!terminal.isTTY) return { update() {}, end() {} }
  const started = clock()
  let shownAt = started
  let shown = false
  return {
    update({ bytes, lines }) {
      const now = clock()
      if (now - shownAt < UPDATE_MS) return
      shownAt = now
      shown = true
      const line = progressLine({ bytes, lines, totalBytes, seconds: (now - started) / 1_000 })
      // A terminal that doesn't know its width reports 0.
      terminal.write(`\r${line.slice(0, (terminal.columns || 80) - 1)}\x1b[K`)
    },
    end() {
      if (shown) terminal.write('\r\x1b[K')
    },
  }
}

interface ProgressState {
  readonly bytes: number
  readonly lines: number
  readonly totalBytes: number | undefined
  readonly seconds: number
}

/** `[#########-----------]  45 %  1,234,000 lines  41,100/s  0:37 left`, without the parts that are unknown. */
export function progressLine({ bytes, lines, totalBytes, seconds }: ProgressState): string {
  const rate = seconds > 0 ? Math.round(lines / seconds) : 0
  const counts = `${lines.toLocaleString('en')} lines  ${rate.toLocaleString('en')}/s`
  if (totalBytes === undefined || totalBytes === 0) return counts
  // A file that grows while it is read must not show more than 100 %.
  const share = Math.min(1, bytes / totalBytes)
  const filled = Math.floor(share * BAR_CELLS)
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}]`
  const left = share === 0 ? '' : `  ${duration((seconds * (1 - share)) / share)} left`
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${counts}${left}`
}

const BAR_CELLS = 20

/** 0:37, 12:05, 3:00:09. */
function duration(seconds: number): string {
  const rounded = Math.ceil(seconds)
  const [hours, minutes] = [Math.floor(rounded / 3_600), Math.floor(rounded / 60) % 60]
  const tail = String(rounded % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
