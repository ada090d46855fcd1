import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { dispositionTexts } from '../../parts/company/texts.ts'
import { useDecide } from '../../parts/company/use-dispositions.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import typography from '../../parts/typography.module.css'
import { formatUtcDay } from '../../parts/words/format.ts'
import { Words } from '../../parts/words/Words.tsx'
import { texts } from './texts.ts'

/** What the person put aside, folded. Everything can be taken back here, long after the toast is gone. */
export function HiddenCompanies({ count }: { count: number }) {
  const [isOpen, setIsOpen] = useState(false)
  if (count === 0) return null
  return (
    <section className={layout.section} aria-label={texts.hidden(count)}>
      <p className={classes(layout.row, typography.muted)}>
        {texts.hidden(count)}
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.hideHidden : texts.showHidden}
        </Button>
      </p>
      {isOpen && <HiddenList />}
    </section>
  )
}

function HiddenList() {
  const { data, error, refetch } = useApiQuery(contract.getDispositions, {})
  const decide = useDecide(['getToday'])
  if (error && !data) return <ErrorNote error={error} retry={refetch} />
  return (
    <ul className={classes(layout.panel, layout.padded, layout.stackTight)}>
      {data?.dispositions.map(({ company, until }) => (
        <li key={company.id} className={classes(layout.row, layout.between)}>
          <span>
            <Words text={company.name} />{' '}
            <span className={classes(typography.muted, typography.small)}>
              {until === null ? dispositionTexts.notAFit : dispositionTexts.snoozedUntil(formatUtcDay(until))}
            </span>
          </span>
          <Button
            variant="default"
            size="xs"
            aria-label={`${dispositionTexts.showAgain}: ${company.name}`}
            onClick={() => decide(company, null)}
          >
            {dispositionTexts.showAgain}
          </Button>
        </li>
      ))}
    </ul>
  )
}
