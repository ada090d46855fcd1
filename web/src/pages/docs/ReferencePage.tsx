import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { JsonBlock, ProgramBlock } from '../../parts/copying/CodeBlock.tsx'
import { PasswordField } from '../../parts/forms/PasswordField.tsx'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { useMaybeSession } from '../../session.ts'
import styles from './Docs.module.css'
import { DocsFrame } from './DocsFrame.tsx'
import { ParameterFields, SchemaFields } from './Fields.tsx'
import { type Call, callsOf, type Description, resolved } from './openapi.ts'
import { Inline, Prose } from './Prose.tsx'
import { readDocument } from './read-document.ts'
import { type Caller, curlOf, exampleInput } from './send-call.ts'
import { TryCall } from './TryCall.tsx'
import { texts } from './texts.ts'

const { reference } = texts

export function ReferencePage() {
  const session = useMaybeSession()
  const [key, setKey] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi.json'],
    queryFn: async ({ signal }) => JSON.parse(await readDocument('/openapi.json', signal)) as Description,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const calls = data ? callsOf(data) : []
  const caller: Caller | undefined =
    key.trim() !== '' ? { key } : session?.team.apiAccess ? { teamId: session.team.id } : undefined
  useScrollToAnchor(data !== undefined)
  return (
    <DocsFrame
      path="/docs"
      title={reference.title}
      lead={reference.lead(<a href="/openapi.json">/openapi.json</a>)}
      isWide
      contents={[
        ['overview', reference.overview],
        ['try-it', texts.access.title],
        ...calls.map(({ operation }) => [operation.operationId, operation.summary] as const),
      ]}
    >
      {error && !data ? (
        <ErrorNote title={reference.loadFailed} error={error} retry={refetch} />
      ) : data ? (
        <>
          <section id="overview" aria-label={reference.overview} className={styles.prose}>
            <h2>{reference.overview}</h2>
            <Prose text={data.info.description} />
          </section>
          <Access apiKey={key} setKey={setKey} />
          {calls.map((call) => (
            <CallSection key={call.operation.operationId} description={data} call={call} caller={caller} />
          ))}
        </>
      ) : (
        <Loading height={600} radius={12} />
      )}
    </DocsFrame>
  )
}

function Access({ apiKey, setKey }: { apiKey: string; setKey: (key: string) => void }) {
  const session = useMaybeSession()
  const { access } = texts
  return (
    <section id="try-it" aria-label={access.title} className={classes(layout.panel, layout.padded, styles.call)}>
      <h2>{access.title}</h2>
      {!session ? <p>{access.visitor}</p> : session.team.apiAccess ? <Allowance /> : <p>{access.noAccess}</p>}
      <PasswordField
        label={session ? access.keyForUser : access.key}
        description={session ? access.keyForUserHint : access.keyHint}
        autoComplete="off"
        toggleLabel={access.showKey}
        value={apiKey}
        onChange={setKey}
      />
    </section>
  )
}

function Allowance() {
  const { data } = useApiQuery(contract.getPeopleUsage, {})
  const { you, left } = { you: data?.you, left: texts.access.left }
  return (
    <p className={styles.allowance}>
      {texts.access.you} {you && left(you.remaining, you.limit)}
    </p>
  )
}

interface CallSectionProps {
  readonly description: Description
  readonly call: Call
  readonly caller: Caller | undefined
}

function CallSection({ description, call, caller }: CallSectionProps) {
  const { operation, method, path } = call
  const [isTrying, setIsTrying] = useState(false)
  const body = operation.requestBody?.content['application/json']?.schema
  const [status = '200', reply] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  const ok = reply && resolved(description, reply)
  const json = ok?.content?.['application/json']
  const errors = Object.entries(operation.responses).filter(([code]) => !code.startsWith('2'))
  return (
    <section id={operation.operationId} aria-label={operation.summary} className={styles.call}>
      <h2>{operation.summary}</h2>
      <p className={styles.address}>
        <span className={styles.method}>{method}</span>
        <code>{path}</code>
      </p>
      <div className={styles.sides}>
        <div className={styles.call}>
          <div className={styles.prose}>
            <Prose text={operation.description} />
          </div>
          <details className={styles.try} onToggle={({ currentTarget }) => setIsTrying(currentTarget.open)}>
            <summary>{texts.call.open}</summary>
            {isTrying && <TryCall call={call} caller={caller} />}
          </details>
          {operation.parameters && (
            <div className={styles.part}>
              <h3>{reference.parameters}</h3>
              <ParameterFields description={description} parameters={operation.parameters} />
            </div>
          )}
          {body && (
            <div className={styles.part}>
              <h3>{reference.body}</h3>
              <SchemaFields description={description} schema={body} />
            </div>
          )}
          <div className={styles.part}>
            <h3>{reference.reply}</h3>
            <p>
              {status}: <Inline text={ok?.description ?? ''} />
            </p>
          </div>
          {json && (
            <Fold
              title={reference.replyFields}
              content={() => <SchemaFields description={description} schema={json.schema} />}
            />
          )}
          <Fold
            title={reference.errors}
            content={() => (
              <table className={styles.errors} aria-label={reference.errors}>
                <tbody>
                  {errors.map(([code, error]) => (
                    <tr key={code}>
                      <th scope="row">{code}</th>
                      <td>
                        <Inline text={resolved(description, error).description} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          />
        </div>
        <div className={styles.code}>
          <ProgramBlock text={curlOf(call, exampleInput(call))} name={reference.request(operation.summary)} />
          {json?.example !== undefined && (
            <JsonBlock value={json.example} label={reference.example(operation.summary)} />
          )}
        </div>
      </div>
    </section>
  )
}

/** Rendered when it is opened. */
function Fold({ title, content }: { title: string; content: () => React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && content()}
    </details>
  )
}

/** What the address names arrives after the page. */
export function useScrollToAnchor(isLoaded: boolean): void {
  useEffect(() => {
    if (isLoaded && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
}
