import type { contract, ReplyOf } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import layout from '../../parts/layout.module.css'
import { Section } from '../../parts/Section.tsx'

type Limits = ReplyOf<typeof contract.getUsage>['limits']

export function AtTheCap({ limits: { pageSizeMax, querySetRecordsMax } }: { limits: Limits }) {
  return (
    <Section title="What happens at a cap">
      <div className={classes(layout.panel, layout.padded)}>
        <ul className={layout.stackTight} style={{ paddingLeft: 18 }}>
          <li>
            A call that would go over a budget is refused whole, with <code>429</code> and{' '}
            <code>rate_limit_exceeded</code>: <code>limitType</code> names the budget, <code>Retry-After</code> says
            when to come back. Nothing is charged, nothing is cut short.
          </li>
          <li>Only successful calls count. Errors, refusals, health and stats cost nothing; neither do webhooks.</li>
          <li>
            Two bounds are no budgets: a page has at most {pageSizeMax} rows, and a search is paged through to row{' '}
            {querySetRecordsMax}.
          </li>
        </ul>
      </div>
    </Section>
  )
}
