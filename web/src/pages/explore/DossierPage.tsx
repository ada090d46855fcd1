import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { CallError } from '../../api/call.ts'
import { contract, type DossierReply } from '../../contract.ts'
import { CopyButton } from '../../parts/Copy.tsx'
import { count, counted } from '../../parts/format.ts'
import { Loading } from '../../parts/Loading.tsx'
import { Empty, ErrorNote, Note } from '../../parts/Note.tsx'
import { Page, Section } from '../../parts/Page.tsx'
import { Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import { useMay } from '../../session.ts'
import { NoApiAccess } from '../keys/NoApiAccess.tsx'
import { TYPE_NAMES } from '../webhooks/words.ts'
import { takeAgreement } from './agreed.ts'
import { dossierCommand, lastAddress } from './question.ts'
import { ScoreSection } from './ScoreSection.tsx'
import { usePaid } from './use-paid.ts'
import { countryName, DOSSIER_COST, slugInWords } from './words.ts'

export function DossierPage({ companyId: id }: { companyId: string }) {
  const may = useMay()('exploreCompany')
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
      tab={name ? `${name} · Explore` : 'Company · Explore'}
      back={{ href: lastAddress(), label: 'Explore' }}
      action={data && <CopyButton text={dossierCommand(id)} label="Copy as curl" what="Command" />}
    >
      {!may && <NoApiAccess />}
      {may && error && !isFetching && (
        <ErrorNote title="The dossier was not opened" error={error} {...(!isUnknown(error) && { retry: open })} />
      )}
      {may && !data && !error && !isFetching && (
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

const isUnknown = (error: unknown) => error instanceof CallError && error.status === 404

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
    ['Employees', employeeCount === 0 ? 'Not known' : count(employeeCount)],
    ['Funding stage', fundingStage === 'unknown' ? 'Not known' : slugInWords(fundingStage)],
    ['Industry', industry === 'unknown' ? 'Not known' : slugInWords(industry)],
  ] as const
  return (
    <dl className="panel pad facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="break">{value}</dd>
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
        <Empty title="In no slice now">The company has not the signals that any of the slices asks for.</Empty>
      ) : (
        slices.map(({ slug, label, score, windowEndsAt, notebook: { thesis, whyNow, talkingPoints } }) => (
          <article key={slug} className="panel pad stack tight">
            <div className="row between">
              <h3>{label}</h3>
              <span className="quiet small">
                <span className="number">Score {score.toFixed(1)}</span>, window ends <Time at={windowEndsAt} />
              </span>
            </div>
            <p>{thesis}</p>
            <p>
              <span className="strong">Why now.</span> {whyNow}
            </p>
            <details>
              <summary>{counted(talkingPoints.length, 'talking point')}</summary>
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
  const shown = signals.length < signalsTotal ? `The newest ${count(signals.length)} of ${count(signalsTotal)}.` : ''
  return (
    <Section title="Signals" lead={shown || `${counted(signalsTotal, 'signal')}, newest first.`}>
      {signals.length === 0 ? (
        <Empty title="No signals yet">When one is found, it shows here and in your webhooks.</Empty>
      ) : (
        <Table
          label="Signals"
          rows={signals}
          rowKey={({ id }) => id}
          columns={[
            { label: 'Signal', cell: ({ label }) => <span className="break">{label}</span> },
            { label: 'Type', cell: ({ type }) => <span className="nowrap">{TYPE_NAMES[type]}</span> },
            { label: 'When', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
            {
              label: 'Confidence',
              cell: ({ confidence }) => <span className="number">{Math.round(confidence * 100)} %</span>,
            },
            { label: 'Status', cell: ({ status }) => slugInWords(status) },
            { label: 'Source', cell: ({ source }) => <Outside url={source.url} text={source.name} /> },
          ]}
        />
      )}
    </Section>
  )
}
