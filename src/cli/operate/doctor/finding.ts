import { count } from '../../counted.ts'

export interface Finding {
  readonly check: string
  readonly verdict: 'ok' | 'warning' | 'problem'
  readonly message: string
  /** The numbers behind the message, for --json. */
  readonly details?: Readonly<Record<string, unknown>>
}

export function graded(
  value: number,
  limits: { problem: number; warning: number },
  beyond: (value: number, limit: number) => boolean,
): Finding['verdict'] {
  return beyond(value, limits.problem) ? 'problem' : beyond(value, limits.warning) ? 'warning' : 'ok'
}

export function megabytes(bytes: number): string {
  return `${count(Math.ceil(bytes / 2 ** 20))} MB`
}

/** In the largest unit that fits: 45 s, 12 min, 5 h, 3 days. */
export function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${count(Math.round(seconds / 86_400))} days`
}
