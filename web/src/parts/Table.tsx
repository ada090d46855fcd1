// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows become cards by CSS, and with `display` the browser would forget what they are
import type { ReactNode } from 'react'
import { Loading } from './Loading.tsx'

export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'end'
  /** Holds the row's menu: its heading is for screen readers only. */
  readonly menu?: boolean
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined: still on the way. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  readonly faint?: (row: Row) => boolean
  readonly skeletons?: number
}

export function Table<Row>({ label, columns, rows, rowKey, faint, skeletons = 3 }: TableProps<Row>) {
  return (
    <div className="panel">
      <table className="table cards" role="table" aria-label={label} aria-busy={rows === undefined}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ label: heading, align, menu }) => (
              <th key={heading} role="columnheader" scope="col" className={align}>
                {menu ? <span className="unseen">{heading}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows === undefined
            ? Array.from({ length: skeletons }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                <tr key={`loading ${row}`} role="row">
                  {columns.map(({ label: heading, menu }) => (
                    <td key={heading} role="cell" data-label={heading} className={menu ? 'menu' : undefined}>
                      {!menu && <Loading height={12} my={5} width="70%" />}
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={rowKey(row)} role="row" className={faint?.(row) ? 'faint' : undefined}>
                  {columns.map(({ label: heading, cell, align, menu }) => (
                    <td key={heading} role="cell" data-label={heading} className={menu ? 'menu' : align}>
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
