import styles from './Words.module.css'

/** A text on one line of a table, cut where the column ends; pointing at it shows all. On a phone it has all its lines. */
export function Cut({ text, size = 'short' }: { text: string; size?: 'short' | 'long' | 'full' }) {
  return (
    <span className={styles.cut} data-size={size} title={text} dir="auto">
      {text}
    </span>
  )
}
