import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useContact } from '../api/contact.ts'
import { staleSince } from '../api/stale.ts'
import { classes } from '../parts/class-names.ts'
import { sharedTexts } from '../parts/texts.ts'
import { formatClock } from '../parts/words/format.ts'
import { RelativeTime } from '../parts/words/RelativeTime.tsx'
import styles from './ConnectionNote.module.css'
import { texts } from './texts.ts'

/**
 * Says that the service can't be reached or doesn't respond, or that a part of the page couldn't be refreshed.
 * Meanwhile the page is dimmed, so that nothing old looks live. While a response is only slow, the page stays as it is.
 */
export function ConnectionNote() {
  const client = useQueryClient()
  const { state, lastAt } = useContact()
  const cache = client.getQueryCache()
  const stale = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => staleSince(cache),
  )
  const isLost = state === 'silent' || state === 'down'
  const since = isLost ? lastAt : stale
  const old = since !== undefined
  const isWaiting = state === 'waiting' && !old
  const headline = isLost || isWaiting ? texts.connection[state] : old && texts.connection.notRefreshed
  useEffect(() => {
    document.documentElement.toggleAttribute('data-stale', old)
  }, [old])
  return (
    <aside className={classes(styles.region, old && styles.note, isWaiting && styles.waiting)}>
      {/* Announced once. The time next to it keeps changing. */}
      <div role="status" aria-live="polite">
        {headline && <strong>{headline}</strong>}
      </div>
      {isWaiting && <span>{texts.connection.slow}</span>}
      {since !== undefined && (
        <>
          <span>
            {(isLost ? texts.connection.lastContact : texts.connection.since)(
              formatClock(since),
              <RelativeTime at={new Date(since).toISOString()} />,
            )}
            {isLost && ` ${texts.connection.reconnects}`}
          </span>
          {!isLost && (
            <Button variant="default" size="xs" onClick={() => void client.refetchQueries({ type: 'active' })}>
              {sharedTexts.tryAgain}
            </Button>
          )}
        </>
      )}
    </aside>
  )
}
