import styles from './Brand.module.css'
import { classes } from './class-names.ts'
import { sharedTexts } from './texts.ts'

export function Brand({ logoSize, flush = false }: { logoSize?: number; flush?: boolean }) {
  return (
    <div className={classes(styles.brand, flush && styles.flush)}>
      <Logo {...(logoSize !== undefined && { size: logoSize })} />
      {sharedTexts.productName}
    </div>
  )
}

/** Rising bars, of which the newest is lit: a signal among what was known. */
function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={styles.logo}>
      <rect width="32" height="32" rx="9" fill="#282a6e" />
      <path d="M9 20v4M16 15v9" stroke="#a9afff" />
      <path d="M23 8v16" stroke="#ffc24d" />
    </svg>
  )
}
