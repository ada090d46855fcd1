import { classes } from '../class-names.ts'
import { SIGNAL_TYPE_NAMES, type SignalType } from './signal-types.ts'
import styles from './TypeMark.module.css'

/** The class that sets `--type` to the colour of a signal type. A derived type has a shade of what it derives from. */
export const typeColor = (type: SignalType) => styles[type]

/** A signal type by its name and its colour. The name alone says everything. */
export function TypeMark({ type }: { type: SignalType }) {
  return <span className={classes(styles.mark, typeColor(type))}>{SIGNAL_TYPE_NAMES[type]}</span>
}
