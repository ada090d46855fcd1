import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { classes } from '../../parts/classes.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import layout from '../../parts/layout.module.css'
import { NoApiAccess } from '../../parts/NoApiAccess.tsx'
import { Page } from '../../parts/Page.tsx'
import { navigate, useSearchParams } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { Cost } from './Cost.tsx'
import { EXAMPLES } from './examples.ts'
import { Filters } from './Filters.tsx'
import { QueryField } from './QueryField.tsx'
import { addressOf, bodyOf, type Question, questionIn, rememberAddress, searchCommand } from './question.ts'
import { Results } from './Results.tsx'
import { usePaid } from './use-paid.ts'

export function ExplorePage() {
  const can = useCan()
  return (
    <Page title="Explore" lead="Try a signal query here, with the answers that your programs get from the API.">
      {can('exploreCompanies') ? <Explore /> : <NoApiAccess />}
    </Page>
  )
}

function Explore() {
  const [parameters] = useSearchParams()
  const asked = questionIn(parameters)
  const [question, setQuestion] = useState(asked)
  const field = useRef<HTMLTextAreaElement>(null)
  const { data: catalogue } = useApiQuery(contract.exploreFilters, {})
  const { result, ask } = usePaid(contract.exploreCompanies, { body: bodyOf(asked) })
  const { data, error, isFetching } = result

  // The way back and forth: the form follows the address.
  const address = addressOf(asked)
  const shown = useRef(address)
  useEffect(() => {
    rememberAddress(address)
    if (shown.current === address) return
    shown.current = address
    setQuestion(questionIn(new URLSearchParams(location.search)))
  }, [address])

  const run = async (next: Question) => {
    if (isFetching) return
    setQuestion(next)
    shown.current = addressOf(next)
    navigate(shown.current)
    await ask({ body: bodyOf(next) })
  }
  const change = (changes: Partial<Question>) => setQuestion((before) => ({ ...before, page: '1', ...changes }))
  const search = (event?: FormEvent) => {
    event?.preventDefault()
    void run({ ...question, page: '1' })
  }

  // What is wrong is wrong with what was asked: once that is changed, it says nothing any more.
  const unchanged = addressOf({ ...question, page: asked.page }) === address
  const details = unchanged && error instanceof ApiError ? error.details : []
  const fault = details.find((detail) => detail.field === 'signal_query')
  const faults = new Map(details.map(({ field: name, message }) => [name, message]))
  const told = details.length > 0 && details.every(({ field: name }) => FIELDS.has(name))
  const body = bodyOf(question)

  // One goes on writing where it is wrong.
  const wrong = isFetching ? undefined : fault
  useEffect(() => {
    if (wrong?.position === undefined) return
    field.current?.focus()
    const behind = wrong.position + (wrong.length ?? 0)
    field.current?.setSelectionRange(behind, behind)
  }, [wrong])

  return (
    <>
      <form
        className={classes(layout.panel, layout.padded, layout.stack)}
        onSubmit={search}
        noValidate
        aria-label="Search"
      >
        <QueryField
          value={question.query}
          onChange={(query) => change({ query })}
          onRun={search}
          clauses={catalogue?.filters.find(({ id }) => id === 'signal_query')?.clauses ?? []}
          fault={fault}
          field={field}
        />
        <Filters question={question} change={change} catalogue={catalogue} faults={faults} />
        <Cost rows={Number(question.rows)} page={1} />
        <div className={layout.row}>
          <Button type="submit" aria-disabled={isFetching} data-disabled={isFetching} aria-describedby="cost">
            {isFetching ? 'Searching …' : 'Search'}
          </Button>
          <CopyButton text={searchCommand(body)} label="Copy as curl" name="Command" />
        </div>
      </form>
      {error && !isFetching && unchanged && !told && <ErrorNote title="The search was not run" error={error} />}
      {data || isFetching ? (
        <Results found={isFetching ? undefined : data} asked={asked} turnTo={(page) => run({ ...asked, page })} />
      ) : (
        !error && (
          <EmptyState
            title={asked.query ? 'Not searched yet' : 'Ask for companies by what they do'}
            action={
              asked.query ? undefined : (
                <ul className="examples" aria-label="Examples">
                  {EXAMPLES.map((example) => (
                    <li key={example}>
                      <button
                        type="button"
                        className="put-right"
                        onClick={() => {
                          change({ query: example })
                          field.current?.focus()
                        }}
                      >
                        <code>{example}</code>
                      </button>
                    </li>
                  ))}
                </ul>
              )
            }
          >
            {asked.query
              ? 'This link fills the form and costs nothing. Press Search to run it.'
              : 'Write a query, or begin with one of these. Choosing one fills the field and runs nothing.'}
          </EmptyState>
        )
      )}
    </>
  )
}

/** Those that show their own fault. */
const FIELDS = new Set([
  'signal_query',
  'countries',
  'fundingStages',
  'industries',
  'employeesMin',
  'employeesMax',
  'adoptionScoreMin',
])
