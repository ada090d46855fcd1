import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import typography from '../typography.module.css'
import styles from './Table.module.css'

interface PlainTableProps {
  readonly label?: string
  readonly headings: readonly [string, string]
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly value: ReactNode }[]
  readonly footer?: ReactNode
}

/** Names and numbers in two columns, which stay columns on a phone. */
export function PlainTable({ label, headings: [nameHeading, valueHeading], rows, footer }: PlainTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{nameHeading}</th>
          <th scope="col" className={styles.end}>
            {valueHeading}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, value }) => (
          <tr key={key}>
            <td>{name}</td>
            <td className={classes(styles.end, typography.tabular)}>{value}</td>
          </tr>
        ))}
      </tbody>
      {footer && (
        <tfoot>
          <tr>
            <td colSpan={2} className={classes(typography.small, typography.muted)}>
              {footer}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
