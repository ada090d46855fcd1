import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SavedSearchReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { Status } from '../../parts/notes/Status.tsx'
import { type Column, Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { formatNumber } from '../../parts/words/format.ts'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { QueryWords } from '../explore/builder/QueryWords.tsx'
import { filterWords } from '../explore/search/filter-words.ts'
import styles from './AlertsPage.module.css'
import { EXPLAINED_STATES, SEARCH_STATE_TONES } from './state-tones.ts'
import { texts } from './texts.ts'

/** Fewer alerts are seen at a glance. */
const SEARCHED_FROM = 8

/** By name, by what is searched for, by where it is sent, or by state. */
function isWanted(search: SavedSearchReply, wanted: string): boolean {
  const { name, query, filters, list, state } = search
  const text = wanted.trim().toLowerCase()
  const all = [name, query, filterWords(filters, list), texts.list.delivery(search), texts.states[state]]
  return all.some((each) => each.toLowerCase().includes(text))
}

export function AlertTable({ searches }: { searches: readonly SavedSearchReply[] | undefined }) {
  const [wanted, setWanted] = useState('')
  const shown = searches?.filter((search) => isWanted(search, wanted))
  return (
    <>
      {searches && searches.length >= SEARCHED_FROM && (
        <div className={layout.filters}>
          <TextInput
            type="search"
            label={texts.list.search}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
        </div>
      )}
      {shown?.length === 0 ? (
        <p className={typography.muted} role="status">
          {texts.list.nothing(wanted.trim())}
        </p>
      ) : (
        <Table label={texts.list.title} columns={COLUMNS} rows={shown} rowKey={({ id }) => id} />
      )}
    </>
  )
}

const { columns } = texts.list
const COLUMNS: readonly Column<SavedSearchReply>[] = [
  { label: columns.name, cell: (search) => <Summary search={search} /> },
  {
    label: columns.state,
    cell: ({ state }) => <Status tone={SEARCH_STATE_TONES[state]}>{texts.states[state]}</Status>,
  },
  {
    label: columns.companies,
    align: 'end',
    short: true,
    cell: ({ companies, state }) => (state === 'getting_ready' ? null : formatNumber(companies)),
  },
  {
    label: columns.lastEntry,
    cell: ({ lastEntryAt }) =>
      lastEntryAt === null ? (
        <span className={typography.muted}>{texts.list.noEntryYet}</span>
      ) : (
        <Time at={lastEntryAt} />
      ),
  },
  { label: columns.delivery, cell: (search) => <Words text={texts.list.delivery(search)} /> },
]

/** The name, and below it which companies it is about. The alert's page has all of a long one. */
function Summary({ search: { id, name, query, terms, filters, list, state, reason } }: { search: SavedSearchReply }) {
  const filtered = filterWords(filters, list)
  return (
    <div className={styles.summary}>
      <Link href={`/alerts/${id}`} className={typography.strong}>
        <Words text={name} />
      </Link>
      <div className={classes(typography.small, typography.muted, styles.query)}>
        <QueryWords query={query} terms={terms} />
        {filtered !== '' && ` · ${filtered}`}
      </div>
      {EXPLAINED_STATES.has(state) && <div className={typography.small}>{reason}</div>}
    </div>
  )
}
