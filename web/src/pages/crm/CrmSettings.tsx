import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type ReplyOf } from '../../contract.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { Section } from '../../parts/Section.tsx'
import typography from '../../parts/typography.module.css'
import type { ConnectedCrm } from './connected-crm.ts'
import { texts } from './texts.ts'

type Search = ReplyOf<typeof contract.getCrm>['searches'][number]
type Field = keyof typeof texts.fields

const FIELDS = Object.keys(texts.fields) as Field[]

export function CrmSettings({ crm, searches }: { crm: ConnectedCrm; searches: readonly Search[] }) {
  const [fields, setFields] = useState<Partial<Record<Field, string>>>(crm.fields)
  const [createsTasks, setCreatesTasks] = useState(crm.createsTasks)
  const [createsCompanies, setCreatesCompanies] = useState(crm.createsCompanies)
  const [followed, setFollowed] = useState(searches.filter(({ isFollowed }) => isFollowed).map(({ id }) => id))
  const save = useApiMutation(contract.changeCrm, { invalidates: ['getCrm', 'listCrmCompanies', 'listAudit'] })
  const toast = useToast()
  const named = FIELDS.flatMap((field) => (fields[field]?.trim() ? [[field, fields[field].trim()] as const] : []))
  const matching = searches.filter(({ isFollowed, companies }) => isFollowed && companies > 0)
  return (
    <Section title={texts.settings.title}>
      <ActionForm
        mutation={save}
        submitLabel={texts.settings.submit}
        busyLabel={texts.settings.busy}
        input={() => ({
          body: { fields: Object.fromEntries(named), createsTasks, createsCompanies, searches: followed },
        })}
        onDone={() => toast(texts.settings.done)}
      >
        <Checkbox.Group
          label={texts.settings.searches}
          description={searches.length > 0 ? texts.settings.searchesHint : texts.settings.noSearches}
          value={followed}
          onChange={setFollowed}
        >
          <Stack gap={8} mt={8}>
            {searches.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Checkbox
          label={texts.settings.tasks}
          checked={createsTasks}
          onChange={(event) => setCreatesTasks(event.currentTarget.checked)}
        />
        <Checkbox
          label={texts.settings.creates}
          checked={createsCompanies}
          onChange={(event) => setCreatesCompanies(event.currentTarget.checked)}
        />
        <details>
          <summary>{texts.settings.fields}</summary>
          <p className={typography.muted}>{texts.settings.fieldsHint[crm.kind]}</p>
          {FIELDS.map((field) => (
            <TextInput
              key={field}
              maw={320}
              label={texts.fields[field]}
              value={fields[field] ?? ''}
              onChange={({ currentTarget: { value } }) => setFields((all) => ({ ...all, [field]: value }))}
            />
          ))}
        </details>
      </ActionForm>
      {matching.length > 0 && <p className={typography.muted}>{texts.matches.price}</p>}
      {matching.map((search) => (
        <Matches key={search.id} search={search} />
      ))}
    </Section>
  )
}

function Matches({ search: { id, name } }: { search: Search }) {
  const send = useApiMutation(contract.writeCrmMatches, {
    invalidates: ['getCrm', 'listCrmCompanies', 'getPeopleUsage', 'listAudit'],
  })
  return (
    <div className={layout.stackTight}>
      <div>
        <Button
          variant="default"
          aria-disabled={send.isPending}
          onClick={() => !send.isPending && send.mutate({ params: { searchId: id }, body: {} })}
        >
          {texts.matches.send(name)}
        </Button>
      </div>
      <ErrorNote error={send.error} />
      {send.data && <p role="status">{texts.matches.sent(send.data.companies)}</p>}
    </div>
  )
}
