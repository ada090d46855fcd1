import { Fieldset } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract, type InputOf, nameProblemOf, type SavedSearchReply } from '../../contract.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import layout from '../../parts/layout.module.css'
import { LoadError } from '../../parts/notes/LoadError.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { Page } from '../../parts/Page.tsx'
import typography from '../../parts/typography.module.css'
import { navigate } from '../../routing/location.ts'
import { revealSecret } from '../../secrets/unsaved-secret.ts'
import { useCan, useOwner } from '../../session.ts'
import { CompanyFilters } from '../explore/search/CompanyFilters.tsx'
import { type CompanyForm, companyFilters, companyFormOf } from '../explore/search/company-form.ts'
import { QueryField } from '../explore/search/QueryField.tsx'
import filterStyles from '../explore/search/SearchFilters.module.css'
import { AlertFields, type AlertForm, destinationOf, fieldErrorsOf } from './AlertFields.tsx'
import { texts } from './texts.ts'

const QUERY_MISSING = { field: 'query', message: texts.edit.queryMissing }

export function EditAlertPage({ searchId }: { searchId: string }) {
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.getSearch, { params: { searchId } })
  return (
    <Page title={texts.edit.title} back={{ href: `/alerts/${searchId}`, label: texts.edit.back }}>
      {error && !data && (
        <LoadError title={texts.detail.loadError} notFound={texts.detail.notFound} error={error} retry={refetch} />
      )}
      {!data && !error && <Loading height={420} radius={12} />}
      {data &&
        (data.search.canChange && can('changeSearch') ? (
          <EditForm search={data.search} />
        ) : (
          <Note>{texts.list.ownersOnly}</Note>
        ))}
    </Page>
  )
}

function EditForm({ search }: { search: SavedSearchReply }) {
  const owner = useOwner()
  const toast = useToast()
  const [query, setQuery] = useState(search.query)
  const [company, setCompany] = useState(() => companyFormOf(search.filters, search.list))
  const [form, setForm] = useState<AlertForm>(() => ({
    name: search.name,
    kind: search.destination,
    target: search.destination === 'slack' ? '' : search.target,
    every: search.every,
    awayDays: search.awayDays,
  }))
  const field = useRef<HTMLTextAreaElement>(null)
  const { data: catalogue } = useApiQuery(contract.exploreFilters, {})
  const edit = useApiMutation(contract.changeSearch, {
    invalidates: ['getSearch', 'listSearches', 'listSearchChanges', 'listAudit'],
  })
  const wrong = edit.error instanceof ApiError ? edit.error.details : []
  const leave = () => navigate(`/alerts/${search.id}`)
  const keeps = keptTargetOf(search)
  const errors = fieldErrorsOf(edit.error)
  const asked = JSON.stringify([query.trim(), companyFilters(company)])
  const searchChanged =
    asked !== JSON.stringify([search.query, companyFilters(companyFormOf(search.filters, search.list))])
  return (
    <ActionForm
      mutation={edit}
      submitLabel={texts.edit.submit}
      busyLabel={texts.edit.busy}
      shownInField={errors.name ?? errors.target}
      input={() => changeOf(search, query, company, form)}
      onDone={({ signingSecret }) => {
        toast(texts.edit.saved)
        if (signingSecret !== null) revealSecret(owner, { kind: 'search', searchId: search.id, signingSecret })
        else leave()
      }}
      onCancel={leave}
    >
      {(attempted) => (
        <>
          <QueryField
            value={query}
            onChange={setQuery}
            clauses={catalogue?.filters.find(({ id }) => id === 'signal_query')?.clauses ?? []}
            error={attempted && query.trim() === '' ? QUERY_MISSING : undefined}
            field={field}
          />
          <fieldset className={filterStyles.filters}>
            <legend className={typography.visuallyHidden}>{texts.detail.filters}</legend>
            <CompanyFilters
              form={company}
              change={(changes) => setCompany((before) => ({ ...before, ...changes }))}
              catalogue={catalogue}
              errors={new Map(wrong.map(({ field: name, message }) => [name, message]))}
            />
          </fieldset>
          <Fieldset legend={texts.edit.alert}>
            <div className={layout.stack}>
              <AlertFields
                form={form}
                change={(changes) => setForm((before) => ({ ...before, ...changes }))}
                attempted={attempted}
                errors={errors}
                keeps={keeps}
              />
            </div>
          </Fieldset>
          {search.hasLostList && company.list === '' && <Note tone="warning">{texts.edit.lostList}</Note>}
          {searchChanged && <Note>{texts.edit.startsOver}</Note>}
        </>
      )}
    </ActionForm>
  )
}

/** Slack's address is never shown again: an empty field keeps it. */
function keptTargetOf({ destination, target }: SavedSearchReply) {
  return destination === 'slack' ? { kind: destination, target } : undefined
}

/** Undefined: a field is missing or wrong. A destination that stays is left out. */
function changeOf(
  search: SavedSearchReply,
  query: string,
  company: CompanyForm,
  form: AlertForm,
): InputOf<typeof contract.changeSearch> | undefined {
  const { every, awayDays, kind } = form
  const [name, to] = [form.name.trim(), destinationOf(form)]
  const keepsTarget = kind === keptTargetOf(search)?.kind && form.target.trim() === ''
  if (nameProblemOf(name) || query.trim() === '' || (to === undefined && !keepsTarget)) return undefined
  const isKept = to === undefined || to === destinationOf({ ...form, kind: search.destination, target: search.target })
  const { list, ...filters } = companyFilters(company)
  const body = { name, query: query.trim(), filters, list: list ?? null, every, awayDays, ...(!isKept && { to }) }
  return { params: { searchId: search.id }, body }
}
