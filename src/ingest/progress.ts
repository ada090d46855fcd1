import { createProgressLine, progressBar, type Terminal, timeLeft } from '../platform/text/progress-line.ts'

/** Shows the progress in one line that is overwritten. */
interface Progress {
  update(done: { readonly bytes: number; readonly lines: number }): void
  /** Clears the line. */
  end(): void
}

/** Writes nothing if the output is not a terminal. `totalBytes` is unknown if standard input is among the sources. */
export function createProgress(terminal: Terminal, totalBytes: number | undefined, clock = Date.now): Progress {
  const line = createProgressLine(terminal, clock)
  return {
    update: ({ bytes, lines }) => line.show((seconds) => progressLine({ bytes, lines, totalBytes, seconds })),
    end: () => line.end(),
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
  return `${progressBar(share)}  ${counts}${timeLeft(share, seconds)}`
}
