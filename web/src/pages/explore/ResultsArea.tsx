import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './ResultsArea.module.css'

/**
 * The results of a search, below its form. When they arrive, the first one is scrolled into view. The focus stays where
 * it is: screen readers announce the number of results, and the query can be changed at once.
 */
export function ResultsArea({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const wasBusy = useRef(false)
  useLayoutEffect(() => {
    if (wasBusy.current && !isBusy && area.current) showFirst(area.current)
    wasBusy.current = isBusy
  }, [isBusy])
  return (
    <div className={styles.area} ref={area}>
      {children}
    </div>
  )
}

function showFirst(area: HTMLElement): void {
  const first = area.querySelector('td a')?.closest('tr') ?? area
  const { top, bottom, height } = first.getBoundingClientRect()
  if (height > 0 && (top < 0 || bottom > innerHeight)) area.scrollIntoView()
}
