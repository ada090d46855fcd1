import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { ApiError } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, type DossierReply, slugWords } from '../../../contract.ts'
import { CopyButton } from '../../../parts/copying/CopyButton.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { NoApiAccess } from '../../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { Page } from '../../../parts/Page.tsx'
import { FactList } from '../../../parts/tables/FactList.tsx'
import { formatNumber } from '../../../parts/words/format.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { useSearchParams } from '../../../routing/location.ts'
import { useCan } from '../../../session.ts'
import { consumeConfirmation } from '../costs/cost-confirmation.ts'
import { useBudgets } from '../costs/use-budgets.ts'
import { useMeteredQuery } from '../costs/use-metered-query.ts'
import { dossierCurl } from '../curl.ts'
import { countryName } from '../search/format-company.ts'
import { lastSearchUrl } from '../search/search-form.ts'
import { texts } from '../texts.ts'
import { CoverageSection } from './CoverageSection.tsx'
import { ExternalLink } from './ExternalLink.tsx'
import { ScoreSection } from './ScoreSection.tsx'
import { SignalsSection } from './SignalsSection.tsx'
import { SlicesSection } from './SlicesSection.tsx'

export function DossierPage({ companyId: id }: { companyId: string }) {
  const allowed = useCan()('exploreCompany')
  const [params] = useSearchParams()
  const signal = params.get('signal') ?? undefined
  const input = { params: { id }, query: signal === undefined ? {} : { signal } }
  const { result, run } = useMeteredQuery(contract.exploreCompany, input)
  const { data, error, isFetching, dataUpdatedAt } = result
  const companiesLeft = useBudgets().budgets?.get('dailyCompanyDetail')?.remaining
  const open = () => void run(input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    if (consumeConfirmation(id) && !data) open()
  }, [])
  const known = useApiQuery(contract.exploreCompanyName, { params: { id } }, { enabled: allowed && !data })
  const failure = error ?? (isNotFound(known.error) ? known.error : null)
  const name = data?.data.identity.name ?? known.data?.name
  return (
    <Page
      title={name ?? texts.dossier.company}
      tabTitle={texts.dossier.tab(name ?? texts.dossier.company)}
      back={{ href: lastSearchUrl(), label: texts.page.title }}
      lead={data && !isFetching && texts.dossier.asOf(<Time at={new Date(dataUpdatedAt).toISOString()} />)}
      action={
        data && <CopyButton text={dossierCurl(id, signal)} label={texts.page.copyCurl} name={texts.page.command} />
      }
    >
      {!allowed && <NoApiAccess />}
      {allowed && failure && !isFetching && (
        <ErrorNote title={texts.dossier.openError} error={failure} {...(!isNotFound(failure) && { retry: open })} />
      )}
      {allowed && !data && !failure && !isFetching && !known.isLoading && (
        <Note
          title={texts.dossier.confirm(name)}
          action={
            <Button size="xs" onClick={open}>
              {texts.dossier.open}
            </Button>
          }
        >
          {texts.dossier.confirmHint} {companiesLeft !== undefined && texts.dossier.left(companiesLeft)}
        </Note>
      )}
      {isFetching && <DossierSkeleton />}
      {data && !isFetching && <Dossier dossier={data.data} />}
    </Page>
  )
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

function DossierSkeleton() {
  return (
    <>
      <Loading height={92} radius={12} />
      <Loading height={320} radius={12} />
      <Loading height={240} radius={12} />
    </>
  )
}

function Dossier({ dossier }: { dossier: DossierReply }) {
  return (
    <>
      <CompanyFacts identity={dossier.identity} />
      <ScoreSection score={dossier.aiAdoptionScore} signals={dossier.signals} />
      <SlicesSection slices={dossier.slices} />
      <SignalsSection signals={dossier.signals} total={dossier.signalsTotal} receipts={dossier.receipts} />
      {dossier.coverage && <CoverageSection coverage={dossier.coverage} />}
    </>
  )
}

function CompanyFacts({ identity }: { identity: DossierReply['identity'] }) {
  const { domain, website, hqCountry, employeeCount, fundingStage, industry, aliases = [], parent } = identity
  const { employerKind = 'unknown', employerKindReason } = identity
  const { unknown } = texts.dossier
  return (
    <FactList
      panel
      facts={[
        [texts.dossier.website, <ExternalLink key="website" url={website} text={domain} />],
        ...(aliases.length > 0 ? [[texts.dossier.aliases, aliases.join(', ')] as const] : []),
        ...(parent ? [[texts.dossier.parent, parent] as const] : []),
        [texts.dossier.country, hqCountry === 'ZZ' ? unknown : countryName(hqCountry)],
        [texts.dossier.employees, employeeCount === 0 ? unknown : formatNumber(employeeCount)],
        [texts.dossier.fundingStage, fundingStage === 'unknown' ? unknown : slugWords(fundingStage)],
        [texts.dossier.industry, industry === 'unknown' ? unknown : slugWords(industry)],
        ...(employerKindReason
          ? [
              [
                texts.dossier.employer,
                texts.dossier.kindAndReason(texts.filters.employerKinds[employerKind], employerKindReason),
              ] as const,
            ]
          : []),
      ]}
    />
  )
}
