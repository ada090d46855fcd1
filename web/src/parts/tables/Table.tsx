// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows become cards by CSS, and a changed `display` makes browsers drop the table roles
import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import layout from '../layout.module.css'
import { Loading } from '../notes/Loading.tsx'
import typography from '../typography.module.css'
import styles from './Table.module.css'

export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'end'
  /** A number or a time: on a phone, two of them stand side by side. */
  readonly short?: boolean
  /** Has the width that the others leave, and cuts its text there: their cells don't break. */
  readonly isMain?: boolean
  /** A text: on a phone, it has the whole width and no label. */
  readonly isText?: boolean
  /** Contains the row's menu. Its heading is for screen readers only. */
  readonly menu?: boolean
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined: still loading. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  readonly dimmed?: (row: Row) => boolean
  /** Attributes of the row's element. */
  readonly rowProps?: (row: Row) => Readonly<Record<`data-${string}`, string | boolean>>
  readonly skeletonRows?: number
}

export function Table<Row>({ label, columns, rows, rowKey, dimmed, rowProps, skeletonRows = 3 }: TableProps<Row>) {
  return (
    <div className={layout.panel}>
      <table
        className={classes(styles.table, styles.cards)}
        role="table"
        aria-label={label}
        aria-busy={rows === undefined}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ label: heading, align, menu }) => (
              <th key={heading} role="columnheader" scope="col" className={align && styles[align]}>
                {menu ? <span className={typography.visuallyHidden}>{heading}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
                <tr key={`loading ${row}`} role="row">
                  {columns.map(({ label: heading, menu, align }) => (
                    <td
                      key={heading}
                      role="cell"
                      data-label={heading}
                      className={menu ? styles.menuCell : align && styles[align]}
                    >
                      {!menu && <Loading height={12} my={5} width="70%" />}
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr
                  key={rowKey(row)}
                  role="row"
                  className={dimmed?.(row) ? styles.dimmed : undefined}
                  {...rowProps?.(row)}
                >
                  {columns.map(({ label: heading, cell, align, short, isMain, isText, menu }) => (
                    <td
                      key={heading}
                      role="cell"
                      data-label={heading}
                      className={
                        menu
                          ? styles.menuCell
                          : classes(
                              align && styles[align],
                              short && styles.short,
                              isMain && styles.main,
                              isText && styles.text,
                            )
                      }
                    >
                      <div>{cell(row)}</div>
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}
