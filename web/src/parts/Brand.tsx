import styles from './Brand.module.css'
import { classes } from './class-names.ts'
import { Logo } from './icons.tsx'
import { sharedTexts } from './texts.ts'

export function Brand({ logoSize, flush = false }: { logoSize?: number; flush?: boolean }) {
  return (
    <div className={classes(styles.brand, flush && styles.flush)}>
      <Logo {...(logoSize !== undefined && { size: logoSize })} />
      {sharedTexts.productName}
    </div>
  )
}
