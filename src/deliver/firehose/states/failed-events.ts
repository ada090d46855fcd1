/**
 * For this many days after an event's last attempt, its webhook is not healthy. Long enough for every owner who checks
 * once a week; the count of such events is shown as long as they are kept, for 30 days.
 */
export const FAILED_DAYS = 7

/** A replay has delivered the event of the row `r` of webhook_retries since its attempts were used up. */
export const REPLAYED_SINCE = `exists (
  select from webhook_attempts a where a.webhook_id = r.webhook_id and a.position = r.position
     and a.day >= r.exhausted_at::date - 1 and a.lane = 'replay' and a.reason is null and a.at > r.exhausted_at)`

/**
 * The webhook's events whose attempts have all failed and that no replay has delivered since: their number, and the
 * time of the last attempt.
 */
export const failedEventsSql = (webhookId: string) => `
  select count(*)::int as failed, max(r.exhausted_at) as failed_at from webhook_retries r
   where r.webhook_id = ${webhookId} and r.exhausted_at > now() - interval '${FAILED_DAYS} days'
     and not ${REPLAYED_SINCE}`
