import { classes } from '../../parts/class-names.ts'
import typography from '../../parts/typography.module.css'
import { Link } from '../../routing/Link.tsx'
import { texts } from './texts.ts'

export function BackToSignIn() {
  return (
    <p className={classes(typography.muted, typography.small)}>
      <Link href="/sign-in">{texts.forgot.back}</Link>
    </p>
  )
}
