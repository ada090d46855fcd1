import typography from '../../parts/typography.module.css'
import { texts } from './texts.ts'

/** A slice's notes for sellers. */
interface Notebook {
  readonly whyNow: string
  readonly talkingPoints: readonly string[]
}

export function WhyNow({ notebook: { whyNow } }: { notebook: Notebook }) {
  return (
    <p>
      <span className={typography.strong}>{texts.slices.whyNow}</span> {whyNow}
    </p>
  )
}

export function TalkingPoints({ notebook: { talkingPoints } }: { notebook: Notebook }) {
  return (
    <details>
      <summary>{texts.slices.talkingPoints(talkingPoints.length)}</summary>
      <ul>
        {talkingPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </details>
  )
}
