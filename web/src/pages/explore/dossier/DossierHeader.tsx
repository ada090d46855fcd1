import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiQuery } from '../../../api/queries.ts'
import {
  companySummary,
  contract,
  type DossierReply,
  type FoundCompanyReply,
  type FoundPageReply,
} from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import typography from '../../../parts/typography.module.css'
import { formatScore } from '../../../parts/words/format.ts'
import { texts } from '../texts.ts'
import styles from './DossierHeader.module.css'
import { ExternalLink } from './ExternalLink.tsx'

const DAY_MS = 86_400_000

/** Who the company is, and how much there is to gain now. */
export function DossierHeader({ dossier }: { dossier: DossierReply }) {
  const { identity, slices, aiAdoptionScore } = dossier
  const found = useFoundCompany(identity.id)
  const { data: context, isPending } = useApiQuery(contract.exploreCompanyContext, { params: { id: identity.id } })
  const heat = context?.heat ?? found?.heat
  const [strongest] = slices
  const daysLeft = slices[0] && Math.max(0, Math.ceil((Date.parse(slices[0].windowEndsAt) - Date.now()) / DAY_MS))
  return (
    <section className={classes(layout.panel, layout.padded, styles.header)} aria-label={texts.dossier.company}>
      <div className={classes(styles.identity, typography.breakWord)}>
        <ExternalLink url={identity.website} text={identity.domain} />
        <p>{companySummary(identity) || texts.dossier.noFacts}</p>
        <MoreFacts identity={identity} />
      </div>
      <dl className={styles.figures}>
        {daysLeft !== undefined && <Figure name={texts.dossier.daysLeft} value={String(daysLeft)} />}
        {/* A match is of a search. Without one, the best that can be said is how well the strongest window fits. */}
        {found ? (
          <Figure name={texts.results.match} value={formatScore(found.match)} />
        ) : (
          strongest && <Figure name={texts.dossier.windowScore} value={formatScore(strongest.score)} />
        )}
        {/* It keeps its place until it is known. */}
        <Figure name={texts.results.heat} value={heat === undefined ? (isPending ? '…' : '–') : formatScore(heat)} />
        <Figure
          name={texts.results.score}
          value={
            aiAdoptionScore.score === 0 && aiAdoptionScore.coverage?.score === 0
              ? texts.coverage.notMonitored
              : formatScore(aiAdoptionScore.score)
          }
        />
      </dl>
    </section>
  )
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={typography.tabular}>{value}</dd>
    </div>
  )
}

function MoreFacts({ identity }: { identity: DossierReply['identity'] }) {
  const { aliases = [], parent, employerKind = 'unknown', employerKindReason } = identity
  const facts = [
    aliases.length > 0 && texts.dossier.aliases(aliases.join(', ')),
    parent && texts.dossier.parent(parent),
    employerKindReason && texts.dossier.kindAndReason(texts.filters.employerKinds[employerKind], employerKindReason),
  ].filter(Boolean)
  if (facts.length === 0) return null
  return <p className={classes(typography.muted, typography.small)}>{facts.join(' · ')}</p>
}

/** Match and heat are of a search: the newest one of this tab that found the company, if there is one. */
function useFoundCompany(companyId: string): FoundCompanyReply | undefined {
  const queries = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [contract.exploreCompanies.name] })
  return queries
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => (state.data as FoundPageReply | undefined)?.companies ?? [])
    .find(({ id }) => id === companyId)
}
