import { classes } from '../parts/class-names.ts'
import typography from '../parts/typography.module.css'
import { Key } from './Key.tsx'
import styles from './RowKeys.module.css'
import { texts } from './texts.ts'

/** The keys of rows that `useRowKeys` walks, below them. */
export function RowKeys({ canAdd }: { canAdd: boolean }) {
  return (
    <ul className={classes(styles.keys, typography.small, typography.muted)} aria-label={texts.rowKeysLabel}>
      {texts.rowKeys
        .filter(([[key]]) => canAdd || key !== 'L')
        .map(([keys, what]) => (
          <li key={what}>
            {keys.map((key) => (
              <Key key={key} name={key} />
            ))}{' '}
            {what}
          </li>
        ))}
    </ul>
  )
}
