import { useApiQuery } from '../../../api/queries.ts'
import { companySummary, contract, type DossierReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { Initials } from '../../../parts/company/Initials.tsx'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Section } from '../../../parts/Section.tsx'
import { Table } from '../../../parts/tables/Table.tsx'
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
        <EmptyState title={texts.similar.empty}>{texts.similar.emptyHint}</EmptyState>
      ) : (
        <Table
          label={texts.similar.title}
          rows={data?.similar}
          rowKey={(company) => company.companyId}
          columns={[
            {
              label: texts.similar.company,
              cell: (company) => (
                <div className={styles.company}>
                  <Initials name={company.name} />
                  <div>
                    <Link href={`/explore/companies/${company.companyId}`} className={typography.strong}>
                      <bdi>
                        <Words text={company.name} />
                      </bdi>
                    </Link>
                    <div className={classes(typography.muted, typography.small)}>
                      {companySummary(company) || texts.dossier.noFacts}
                    </div>
                  </div>
                </div>
              ),
            },
            { label: texts.similar.windows, cell: ({ windows }) => windows.map(({ label }) => label).join(', ') },
          ]}
        />
      )}
    </Section>
  )
}
