import { classes } from '../class-names.ts'
import typography from '../typography.module.css'
import { SIGNAL_TYPE_NAMES, type SignalType } from './signal-types.ts'
import styles from './TypeMark.module.css'
import { TYPE_ICONS } from './type-icons.tsx'

/** The class that sets `--type` to the colour of a signal type. A derived type has a shade of what it derives from. */
export const typeColor = (type: SignalType) => styles[type]

/** A signal type by its icon, its colour and its name. `isIcon`: the name is for screen readers, and on hover. */
export function TypeMark({ type, isIcon = false }: { type: SignalType; isIcon?: boolean }) {
  const name = SIGNAL_TYPE_NAMES[type]
  return (
    <span className={classes(isIcon ? styles.icon : styles.mark, typeColor(type))} title={isIcon ? name : undefined}>
      <TypeTile type={type} />
      {isIcon ? <span className={typography.visuallyHidden}>{name}</span> : name}
    </span>
  )
}

/** The icon alone, where the text beside it says what it is about. */
export function TypeTile({ type }: { type: SignalType }) {
  return (
    <svg className={classes(styles.tile, typeColor(type))} viewBox="-2 -2 20 20" aria-hidden="true">
      {TYPE_ICONS[type]}
    </svg>
  )
}
