/** How long the service may be silent before a ping is sent. A call of the page counts as a ping. */
export const HEARTBEAT_MS = 10_000
/** While the service doesn't answer, pings are more frequent, so that the page recovers soon. */
export const LOST_HEARTBEAT_MS = 2_500
/** How long a ping may take before the page says that the connection is slow. */
export const SLOW_MS = 2_000
/**
 * On a slow line, a ping may take twice as long as the last one, up to this, so that the notice doesn't come and go.
 */
export const MAX_SLOW_MS = 6_000
/** How long any other call may take before the page says that the connection is slow. A search may take seconds. */
export const SLOW_CALL_MS = 5_000
/** After this long without a byte of any reply, the page's data counts as out of date. */
export const SILENT_MS = 10_000
/** An outage is on the screen of an idle page within this time, whether connections are refused or hang. */
export const OUTAGE_NOTICED_MS = HEARTBEAT_MS + SLOW_MS
