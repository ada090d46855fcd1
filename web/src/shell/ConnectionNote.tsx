import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useContact } from '../api/contact.ts'
import { staleSince } from '../api/stale.ts'
import { classes } from '../parts/class-names.ts'
import { formatClock } from '../parts/format.ts'
import { Time } from '../parts/Time.tsx'
import { sharedTexts } from '../parts/texts.ts'
import styles from './ConnectionNote.module.css'
import { texts } from './texts.ts'

/**
 * Says that the service can't be reached, or that a part of the page couldn't be refreshed. Meanwhile the page is
 * dimmed, so that nothing old looks live.
 */
export function ConnectionNote() {
  const client = useQueryClient()
  const { reachable, lastAt } = useContact()
  const cache = client.getQueryCache()
  const stale = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => staleSince(cache),
  )
  const since = reachable ? stale : lastAt
  const old = since !== undefined
  useEffect(() => {
    document.documentElement.toggleAttribute('data-stale', old)
  }, [old])
  return (
    <div className={classes(styles.region, old && styles.note)}>
      {/* Announced once. The time next to it changes all the time. */}
      <div role="status" aria-live="polite">
        {old && <strong>{reachable ? texts.connection.notRefreshed : texts.connection.down}</strong>}
      </div>
      {since !== undefined && (
        <>
          <span>
            {(reachable ? texts.connection.since : texts.connection.lastContact)(
              formatClock(since),
              <Time at={new Date(since).toISOString()} />,
            )}
            {!reachable && ` ${texts.connection.reconnects}`}
          </span>
          {reachable && (
            <Button variant="default" size="xs" onClick={() => void client.refetchQueries({ type: 'active' })}>
              {sharedTexts.tryAgain}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
