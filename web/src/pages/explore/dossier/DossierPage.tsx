import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { ApiError } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, type DossierReply, REPORTED_TYPES } from '../../../contract.ts'
import { FeedbackProvider } from '../../../feedback/use-feedback.tsx'
import { classes } from '../../../parts/class-names.ts'
import { Initials } from '../../../parts/company/Initials.tsx'
import { CopyButton } from '../../../parts/copying/CopyButton.tsx'
import layout from '../../../parts/layout.module.css'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { MissingParts } from '../../../parts/notes/MissingParts.tsx'
import { NoApiAccess } from '../../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Time } from '../../../parts/words/Time.tsx'
import { lastPage } from '../../../routing/last-page.ts'
import { useSearchParams } from '../../../routing/location.ts'
import { useCan } from '../../../session.ts'
import { SaveSearch } from '../../alerts/SaveSearch.tsx'
import { ShortDossier } from '../../windows/ShortDossier.tsx'
import { consumeConfirmation } from '../costs/cost-confirmation.ts'
import { UsedUp } from '../costs/SearchCost.tsx'
import { useAllowance } from '../costs/use-allowance.ts'
import { useMeteredQuery } from '../costs/use-metered-query.ts'
import { dossierCurl } from '../curl.ts'
import { texts } from '../texts.ts'
import { AddToList } from './AddToList.tsx'
import { CoverageSection } from './CoverageSection.tsx'
import { crmNote } from './crm-note.ts'
import styles from './Dossier.module.css'
import { DossierHeader } from './DossierHeader.tsx'
import { ScoreSection } from './ScoreSection.tsx'
import { SignalsSection } from './SignalsSection.tsx'
import { SimilarSection } from './SimilarSection.tsx'
import { SlicesSection } from './SlicesSection.tsx'

export function DossierPage({ companyId: id }: { companyId: string }) {
  const allowed = useCan()('exploreCompany')
  const [params] = useSearchParams()
  const signal = params.get('signal') ?? undefined
  const input = { params: { id }, query: signal === undefined ? {} : { signal } }
  const { result, run } = useMeteredQuery(contract.exploreCompany, input)
  const { data, error, isFetching, dataUpdatedAt } = result
  const { allowance, query: allowanceQuery } = useAllowance()
  const isUsedUp = allowance?.you.remaining === 0
  const open = () => void run(input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    if (consumeConfirmation(id) && !data) open()
  }, [])
  const known = useApiQuery(contract.exploreCompanyName, { params: { id } }, { enabled: allowed && !data })
  // The team was shown the company today, so its dossier costs nothing. A cached reply may be of yesterday.
  const isPaid = known.isFetchedAfterMount && known.data?.isPaid === true && !data && !error
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when that is known
  useEffect(() => {
    if (isPaid && !isFetching) open()
  }, [isPaid])
  const failure = error ?? (isNotFound(known.error) ? known.error : null)
  const name = data?.data.identity.name ?? known.data?.name
  return (
    <Page
      title={name ?? texts.dossier.company}
      tabTitle={texts.dossier.tab(name ?? texts.dossier.company)}
      back={lastPage() ?? { href: '/explore', label: texts.page.title }}
      mark={name !== undefined && <Initials name={name} />}
      lead={data && !isFetching && texts.dossier.asOf(<Time at={new Date(dataUpdatedAt).toISOString()} />)}
      action={data && !isFetching && <Actions dossier={data.data} curl={dossierCurl(id, signal)} />}
    >
      {!allowed && <NoApiAccess />}
      {allowed && failure && !isFetching && (
        <ErrorNote title={texts.dossier.openError} error={failure} {...(!isNotFound(failure) && { retry: open })} />
      )}
      {allowed && !data && !failure && <MissingParts queries={[known, allowanceQuery]} />}
      {allowed && !data && !failure && !isFetching && !known.isLoading && !isPaid && (
        <Note
          title={isUsedUp ? texts.dossier.usedUp(name) : texts.dossier.confirm(name)}
          action={
            !isUsedUp && (
              <Button size="xs" data-page-key="o" onClick={open}>
                {texts.dossier.open}
              </Button>
            )
          }
        >
          {isUsedUp ? (
            <UsedUp allowance={allowance} />
          ) : (
            <>
              {texts.dossier.confirmHint} {allowance && texts.dossier.left(allowance.you.remaining)}
            </>
          )}
        </Note>
      )}
      {known.data?.isShown && !data && !isFetching && !isPaid && (
        <section className={classes(layout.panel, layout.padded, layout.stack)} aria-label={texts.dossier.short}>
          <ShortDossier companyId={id} showsFacts />
        </section>
      )}
      {(isFetching || (allowed && !data && known.isLoading)) && <DossierSkeleton />}
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

/** New signals of the company: it starts to match with each one after a quiet week. */
const NEW_SIGNALS = REPORTED_TYPES.map((type) => `${type}(within: 7d)`).join(' OR ')

function Actions({ dossier: { identity }, dossier, curl }: { dossier: DossierReply; curl: string }) {
  const { name, domain, id } = identity
  const link = `${location.origin}/explore/companies/${id}`
  const note = crmNote(dossier, link)
  return (
    <div className={layout.row}>
      <AddToList domain={domain} />
      <SaveSearch
        label={texts.dossier.alertMe}
        pageKey="a"
        query={NEW_SIGNALS}
        filters={{ domains: [domain] }}
        name={texts.dossier.alertName(name)}
        title={texts.dossier.alertTitle(name)}
      />
      <CopyButton text={link} label={texts.dossier.copyLink} name={texts.dossier.link} />
      <CopyButton text={note} label={texts.note.copy} name={texts.note.name} />
      <CopyButton text={curl} label={texts.page.copyCurl} name={texts.page.command} />
    </div>
  )
}

/** The reasons to call first, then what they are made of. */
function Dossier({ dossier }: { dossier: DossierReply }) {
  const { id } = dossier.identity
  return (
    <FeedbackProvider shown={{ company: id }}>
      <DossierHeader dossier={dossier} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <SlicesSection companyId={id} slices={dossier.slices} notebook={dossier.notebook} signals={dossier.signals} />
          <SignalsSection signals={dossier.signals} total={dossier.signalsTotal} receipts={dossier.receipts} />
        </div>
        <div className={styles.column}>
          {dossier.coverage && <CoverageSection coverage={dossier.coverage} />}
          <SimilarSection companyId={id} slices={dossier.slices} />
          <ScoreSection score={dossier.aiAdoptionScore} signals={dossier.signals} />
        </div>
      </div>
    </FeedbackProvider>
  )
}
