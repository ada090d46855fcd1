import typography from '../../parts/typography.module.css'
import styles from './Notebook.module.css'
import { texts } from './texts.ts'

/** Notes for sellers, with an example, for a slice. */
interface Notes {
  readonly notebook: { readonly whyNow: string; readonly talkingPoints: readonly string[] }
}

export function WhyNow({ notebook: { whyNow } }: Notes) {
  if (whyNow === '') return null
  return (
    <p>
      <span className={typography.strong}>{texts.slices.whyNow}</span> {whyNow}
    </p>
  )
}

export function TalkingPoints({ notebook: { talkingPoints } }: Notes) {
  if (talkingPoints.length === 0) return null
  return (
    <ul className={styles.points} aria-label={texts.slices.talkingPointsTitle}>
      {talkingPoints.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}
