import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import layout from '../layout.module.css'
import typography from '../typography.module.css'
import styles from './FactList.module.css'

interface FactListProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode, size?: 'wide'])[]
  readonly panel?: boolean
}

/** Names and values in a grid. */
export function FactList({ facts, panel = false }: FactListProps) {
  return (
    <dl className={classes(styles.facts, panel && layout.panel, panel && layout.padded)}>
      {facts.map(([name, value, size]) => (
        <div key={name} className={size && styles.wide}>
          <dt>{name}</dt>
          <dd className={typography.breakWord}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
