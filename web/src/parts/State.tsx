export type Tone = 'good' | 'watch' | 'bad' | 'off' | 'plain'

/** A state in words; the mark before them only helps the eye. */
export function State({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="state" data-tone={tone}>
      {children}
    </span>
  )
}
