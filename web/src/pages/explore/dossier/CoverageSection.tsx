import type { DossierReply } from '../../../contract.ts'
import { Section } from '../../../parts/Section.tsx'
import { Table } from '../../../parts/tables/Table.tsx'
import typography from '../../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES, type SignalType } from '../../../parts/words/signal-types.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { texts } from '../texts.ts'

/** Which signal types are monitored. For the others, no signal means nothing. */
export function CoverageSection({ coverage }: { coverage: NonNullable<DossierReply['coverage']> }) {
  return (
    <Section title={texts.coverage.title} lead={texts.coverage.lead}>
      <Table
        label={texts.coverage.title}
        rows={Object.entries(coverage)}
        rowKey={([type]) => type}
        columns={[
          {
            label: texts.coverage.type,
            cell: ([type]) => <span className={typography.nowrap}>{SIGNAL_TYPE_NAMES[type as SignalType]}</span>,
          },
          {
            label: texts.coverage.since,
            cell: ([, looked]) => <Time at={looked?.since ?? null} never={texts.coverage.notMonitored} />,
          },
          {
            label: texts.coverage.last,
            cell: ([, looked]) => looked && <Time at={looked.lastLookedAt} />,
          },
          {
            label: texts.coverage.sources,
            cell: ([, looked]) => looked && <Words text={looked.sources.join(', ')} />,
          },
        ]}
      />
    </Section>
  )
}
