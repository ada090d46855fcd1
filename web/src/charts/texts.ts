import { formatNumber, formatSuccessRate, formatUtcDay, formatUtcHour } from '../parts/words/format.ts'

export const dayChartTexts = {
  chart: (label: string, total: number, max: number) =>
    `${label} by day: ${formatNumber(total)} in total, at most ${formatNumber(max)} in one day`,
  day: ({ day, value }: { day: string; value: number }) => `${formatUtcDay(day)}: ${formatNumber(value)}`,
  total: (total: number) => `${formatNumber(total)} in total`,
  asTable: 'Show as table',
  utcDay: 'Day (UTC)',
}

export const totalChartTexts = {
  chart: (label: string, total: number, cap: number | undefined) =>
    cap === undefined
      ? `${label}: ${formatNumber(total)} in this month`
      : `${label}: ${formatNumber(total)} of ${formatNumber(cap)} in this month`,
  total: (total: number, cap: number | undefined) =>
    cap === undefined ? formatNumber(total) : `${formatNumber(total)} of ${formatNumber(cap)}`,
  day: (day: string, total: number) => `By ${formatUtcDay(day)}: ${formatNumber(total)}`,
  cap: (cap: number) => `Limit: ${formatNumber(cap)}`,
}

const counts = (succeeded: number, failed: number) =>
  `${formatNumber(succeeded)} succeeded, ${formatNumber(failed)} failed`

export const hourStripTexts = {
  dayAgo: '24 h ago',
  now: 'Now',
  counts,
  hour: (hour: string, succeeded: number, failed: number) => `${formatUtcHour(hour)}: ${counts(succeeded, failed)}`,
  summary: (succeeded: number, failed: number) =>
    succeeded + failed === 0
      ? 'No attempts in 24 h'
      : `${formatSuccessRate(succeeded, failed)} of ${formatNumber(succeeded + failed)} in 24 h succeeded`,
}
