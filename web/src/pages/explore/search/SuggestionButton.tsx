import type { ReactNode } from 'react'
import styles from './SuggestionButton.module.css'

/** Puts a text into the query field. */
export function SuggestionButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.suggestion} onClick={onClick}>
      {children}
    </button>
  )
}
