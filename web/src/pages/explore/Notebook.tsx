import typography from '../../parts/typography.module.css'
import { texts } from './texts.ts'

/** Notes for sellers: about one company, or with examples for a slice. */
interface Notes {
  readonly notebook: { readonly whyNow: string; readonly talkingPoints: readonly string[] }
  readonly isExample?: boolean
}

export function WhyNow({ notebook: { whyNow }, isExample = false }: Notes) {
  if (whyNow === '') return null
  return (
    <p>
      <span className={typography.strong}>{isExample ? texts.slices.whyNowExample : texts.slices.whyNow}</span> {whyNow}
    </p>
  )
}

export function TalkingPoints({ notebook: { talkingPoints }, isExample = false }: Notes) {
  if (talkingPoints.length === 0) return null
  const { talkingPoints: title, talkingPointsExample } = texts.slices
  return (
    <details open={!isExample}>
      <summary>{isExample ? talkingPointsExample(talkingPoints.length) : title(talkingPoints.length)}</summary>
      <ul>
        {talkingPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </details>
  )
}
