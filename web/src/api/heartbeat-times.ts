/** How long the service may be silent before it is asked. */
export const HEARTBEAT_MS = 2_500
/** How long it may take to answer. */
export const HEARTBEAT_TIMEOUT_MS = 2_000
/** An outage is on the screen after this time, whether connections are refused or hang. */
export const OUTAGE_NOTICED_MS = HEARTBEAT_MS + HEARTBEAT_TIMEOUT_MS
