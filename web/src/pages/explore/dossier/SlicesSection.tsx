import type { DossierReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { Time } from '../../../parts/words/Time.tsx'
import { TalkingPoints, WhyNow } from '../Notebook.tsx'
import { texts } from '../texts.ts'

type Slice = DossierReply['slices'][number]

export function SlicesSection({ slices }: { slices: readonly Slice[] }) {
  return (
    <Section title={texts.slices.title} lead={texts.slices.lead}>
      {slices.length === 0 ? (
        <EmptyState title={texts.slices.empty}>{texts.slices.emptyHint}</EmptyState>
      ) : (
        slices.map((slice) => <SliceCard key={slice.slug} slice={slice} />)
      )}
    </Section>
  )
}

function SliceCard({ slice: { label, score, windowEndsAt, notebook } }: { slice: Slice }) {
  return (
    <article className={classes(layout.panel, layout.padded, layout.stackTight)}>
      <div className={classes(layout.row, layout.between)}>
        <h3>{label}</h3>
        <span className={classes(typography.muted, typography.small)}>
          <span className={typography.tabular}>{texts.slices.score(score)}</span>,{' '}
          {texts.slices.windowEnds(<Time at={windowEndsAt} />)}
        </span>
      </div>
      <WhyNow notebook={notebook} />
      <TalkingPoints notebook={notebook} />
      <p className={classes(typography.muted, typography.small)}>{texts.slices.thesis(notebook.thesis)}</p>
    </article>
  )
}
