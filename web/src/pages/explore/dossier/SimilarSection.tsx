import { useApiQuery } from '../../../api/queries.ts'
import { companySummary, contract, type DossierReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { CompanyCell } from '../../../parts/company/CompanyCell.tsx'
import layout from '../../../parts/layout.module.css'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { Words } from '../../../parts/words/Words.tsx'
import { Link } from '../../../routing/Link.tsx'
import { texts } from '../texts.ts'
import styles from './SimilarSection.module.css'

interface SimilarSectionProps {
  readonly companyId: string
  readonly slices: DossierReply['slices']
}

/** Who is in the same windows: names and facts, free as in the table of windows. */
export function SimilarSection({ companyId, slices }: SimilarSectionProps) {
  const { data, error, refetch } = useApiQuery(contract.exploreCompanyContext, { params: { id: companyId } })
  if (slices.length === 0) return null
  return (
    <Section title={texts.similar.title} lead={texts.similar.lead}>
      {error && !data ? (
        <ErrorNote title={texts.similar.error} error={error} retry={refetch} />
      ) : data?.similar.length === 0 ? (
        <EmptyState Heading="h3" title={texts.similar.empty}>
          {texts.similar.emptyHint}
        </EmptyState>
      ) : (
        <ul className={classes(layout.panel, styles.companies)} aria-label={texts.similar.title} aria-busy={!data}>
          {data ? (
            data.similar.map((company) => (
              <li key={company.companyId}>
                <CompanyCell name={company.name} facts={companySummary(company) || texts.dossier.noFacts}>
                  <Link href={`/explore/companies/${company.companyId}`}>
                    <bdi>
                      <Words text={company.name} />
                    </bdi>
                  </Link>
                </CompanyCell>
                <p className={classes(typography.small, typography.muted, styles.windows)}>
                  {texts.similar.windows(company.windows.map(({ label }) => label))}
                </p>
              </li>
            ))
          ) : (
            <li>
              <Loading height={180} />
            </li>
          )}
        </ul>
      )}
    </Section>
  )
}
