/** How long the service may be silent before it is asked. */
export const HEARTBEAT_MS = 2_500
/** How long it may take to answer that before the page says that it is waiting. */
export const SLOW_MS = 2_000
/** On a slow line, twice the last answer's time, so that the page doesn't say so again and again. */
export const MAX_SLOW_MS = 6_000
/** How long a call of the page may take before the page says that it is waiting. A search may take some seconds. */
export const SLOW_CALL_MS = 5_000
/** After this time without an answer, what is shown no longer counts as current. */
export const SILENT_MS = 10_000
/** An outage is on the screen after this time, whether connections are refused or hang. */
export const OUTAGE_NOTICED_MS = HEARTBEAT_MS + SLOW_MS
