import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { ApiError } from '../../api/client.ts'
import { contract, type DossierReply } from '../../contract.ts'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { classes } from '../../parts/classes.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { formatNumber, pluralize } from '../../parts/format.ts'
import { Loading } from '../../parts/Loading.tsx'
import layout from '../../parts/layout.module.css'
import { NoApiAccess } from '../../parts/NoApiAccess.tsx'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { useCan } from '../../session.ts'
import { TYPE_NAMES } from '../webhooks/words.ts'
import { takeAgreement } from './agreed.ts'
import { dossierCommand, lastAddress } from './question.ts'
import { ScoreSection } from './ScoreSection.tsx'
import { usePaid } from './use-paid.ts'
import { countryName, DOSSIER_COST, slugInWords } from './words.ts'

export function DossierPage({ companyId: id }: { companyId: string }) {
  const canOpen = useCan()('exploreCompany')
  const { result, ask } = usePaid(contract.exploreCompany, { params: { id } })
  const { data, error, isFetching } = result
  const open = () => void ask({ params: { id } })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (takeAgreement(id) && !data) open()
  }, [])
  const name = data?.data.identity.name
  return (
    <Page
      title={name ?? 'Company'}
      tabTitle={name ? `${name} · Explore` : 'Company · Explore'}
      back={{ href: lastAddress(), label: 'Explore' }}
      action={data && <CopyButton text={dossierCommand(id)} label="Copy as curl" name="Command" />}
    >
      {!canOpen && <NoApiAccess />}
      {canOpen && error && !isFetching && (
        <ErrorNote title="The dossier was not opened" error={error} {...(!isUnknown(error) && { retry: open })} />
      )}
      {canOpen && !data && !error && !isFetching && (
        <Note
          title="Open this dossier?"
          action={
            <Button size="xs" onClick={open}>
              Open dossier
            </Button>
          }
        >
          It costs your team {DOSSIER_COST}.
        </Note>
      )}
      {isFetching && <Waiting />}
      {data && !isFetching && <Dossier dossier={data.data} />}
    </Page>
  )
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404

function Waiting() {
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
      <Identity identity={dossier.identity} />
      <ScoreSection score={dossier.aiAdoptionScore} signals={dossier.signals} />
      <Slices slices={dossier.slices} />
      <Signals dossier={dossier} />
    </>
  )
}

function Identity({ identity }: { identity: DossierReply['identity'] }) {
  const { domain, website, hqCountry, employeeCount, fundingStage, industry } = identity
  const facts = [
    ['Website', <Outside key="website" url={website ?? `https://${domain}`} text={domain} />],
    ['Country', hqCountry === 'ZZ' ? 'Not known' : countryName(hqCountry)],
    ['Employees', employeeCount === 0 ? 'Not known' : formatNumber(employeeCount)],
    ['Funding stage', fundingStage === 'unknown' ? 'Not known' : slugInWords(fundingStage)],
    ['Industry', industry === 'unknown' ? 'Not known' : slugInWords(industry)],
  ] as const
  return (
    <dl className={classes(layout.panel, layout.padded, 'facts')}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={typography.breakWord}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Sources give addresses: only those of the web become links. */
function Outside({ url, text }: { url: string | null; text: string }) {
  if (!url || !/^https?:\/\//i.test(url)) return <>{text}</>
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  )
}

function Slices({ slices }: { slices: DossierReply['slices'] }) {
  return (
    <Section title="Slices" lead="The buying windows that the company is in, strongest first.">
      {slices.length === 0 ? (
        <EmptyState title="In no slice now">
          The company has not the signals that any of the slices asks for.
        </EmptyState>
      ) : (
        slices.map(({ slug, label, score, windowEndsAt, notebook: { thesis, whyNow, talkingPoints } }) => (
          <article key={slug} className={classes(layout.panel, layout.padded, layout.stackTight)}>
            <div className={classes(layout.row, layout.between)}>
              <h3>{label}</h3>
              <span className={classes(typography.muted, typography.small)}>
                <span className={typography.tabular}>Score {score.toFixed(1)}</span>, window ends{' '}
                <Time at={windowEndsAt} />
              </span>
            </div>
            <p>{thesis}</p>
            <p>
              <span className={typography.strong}>Why now.</span> {whyNow}
            </p>
            <details>
              <summary>{pluralize(talkingPoints.length, 'talking point')}</summary>
              <ul>
                {talkingPoints.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </details>
          </article>
        ))
      )}
    </Section>
  )
}

function Signals({ dossier: { signals, signalsTotal } }: { dossier: DossierReply }) {
  const shown =
    signals.length < signalsTotal ? `The newest ${formatNumber(signals.length)} of ${formatNumber(signalsTotal)}.` : ''
  return (
    <Section title="Signals" lead={shown || `${pluralize(signalsTotal, 'signal')}, newest first.`}>
      {signals.length === 0 ? (
        <EmptyState title="No signals yet">When one is found, it shows here and in your webhooks.</EmptyState>
      ) : (
        <Table
          label="Signals"
          rows={signals}
          rowKey={({ id }) => id}
          columns={[
            { label: 'Signal', cell: ({ label }) => <span className={typography.breakWord}>{label}</span> },
            { label: 'Type', cell: ({ type }) => <span className={typography.nowrap}>{TYPE_NAMES[type]}</span> },
            { label: 'When', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
            {
              label: 'Confidence',
              cell: ({ confidence }) => <span className={typography.tabular}>{Math.round(confidence * 100)} %</span>,
            },
            { label: 'Status', cell: ({ status }) => slugInWords(status) },
            { label: 'Source', cell: ({ source }) => <Outside url={source.url} text={source.name} /> },
          ]}
        />
      )}
    </Section>
  )
}
