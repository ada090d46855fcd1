// What one visit may take, over all its pages, feeds and redirects. A source that needs more has failed.

const MIB = 1_024 * 1_024

/** Of one snapshot. */
export const MAX_SIGNALS = 20_000
/** Unpacked. */
export const MAX_VISIT_BYTES = 96 * MIB
/** Pages, feeds and DNS records. The registry of MCP servers has hundreds of pages. */
export const MAX_CALLS = 1_000
/** From the first request to the last. At two seconds a page, 150 pages take five minutes. */
export const MAX_VISIT_SECONDS = 30 * 60
/** Reading one answer. A board of 10,000 jobs takes two seconds. */
export const MAX_STEP_MS = 10_000
/** Reading all answers of a visit. */
export const MAX_READING_MS = 30_000
/** Of the reader's heap. The largest feed takes about a third of it. */
export const READER_HEAP_MB = 512
