import { Modal } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { Key } from '../keyboard/Key.tsx'
import { classes } from '../parts/class-names.ts'
import { Initials } from '../parts/company/Initials.tsx'
import typography from '../parts/typography.module.css'
import { Words } from '../parts/words/Words.tsx'
import { navigate, preloadPage } from '../routing/location.ts'
import { type Entry, type Group, matchGroups } from './matching.ts'
import styles from './Palette.module.css'
import { texts } from './texts.ts'
import { useCompanies } from './use-companies.ts'
import { useEntries } from './use-entries.ts'

/** One field that leads everywhere: a combobox whose list is always open. The focus stays in the field. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { cancel, choose } = useClosing(onClose)
  const { groups, found, isSearching, hasFailed } = useGroups(text)
  const options = groups.flatMap((group) => group.entries)
  const place = Math.min(active, options.length - 1)
  const current = options[place]
  const optionId = (entry: Entry) => `${id}-${entry.id}`

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: place + 1, ArrowUp: place - 1 }[event.key]
    if (step !== undefined) setActive((step + options.length) % Math.max(1, options.length))
    else if (event.key === 'Enter' && current) choose(current)
    else return
    event.preventDefault()
  }

  return (
    <Modal
      opened
      onClose={cancel}
      withCloseButton={false}
      returnFocus={false}
      size={600}
      padding={0}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': texts.title } }}
      classNames={{ body: styles.body ?? '' }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the dialog is this field
        autoFocus
        data-autofocus
        className={styles.field}
        role="combobox"
        aria-label={texts.field}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={current && optionId(current)}
        placeholder={texts.placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Options
        id={`${id}-list`}
        groups={groups}
        current={current}
        idOf={optionId}
        onPoint={(entry) => setActive(options.indexOf(entry))}
        onChoose={choose}
      />
      <Remarks
        text={text}
        isEmpty={options.length === 0}
        isSearching={isSearching}
        hasFailed={hasFailed}
        isCut={found?.isCut ?? false}
      />
      <span className={typography.visuallyHidden} role="status">
        {text !== '' && !isSearching ? texts.count(options.length) : ''}
      </span>
      <Hints />
    </Modal>
  )
}

/** Choosing an entry goes to its page. Without a page to go to, the focus returns to where it was. */
function useClosing(onClose: () => void) {
  const [opener] = useState(() => document.activeElement)
  const cancel = () => {
    onClose()
    if (opener instanceof HTMLElement && opener !== document.body) {
      // The modal lets go of the focus when it is gone.
      setTimeout(() => opener.focus({ preventScroll: true }))
    }
  }
  const choose = ({ to }: Entry) => {
    if (typeof to === 'string' && to !== location.pathname) {
      onClose()
      navigate(to)
    } else {
      cancel()
      if (typeof to !== 'string') to()
    }
  }
  return { cancel, choose }
}

/** The entries that match: companies follow the first group. */
function useGroups(text: string) {
  const [first, ...others] = useEntries()
  const search = useCompanies(text)
  const companies: Group = {
    label: texts.groups.companies,
    entries: (search.found?.companies ?? []).map(({ id, name, isOwn }) => ({
      id: `company-${id}`,
      label: name,
      // What the service has found is shown, whatever the rules for the other entries are.
      words: text,
      ...(isOwn && { note: texts.onYourLists }),
      to: `/explore/companies/${id}`,
    })),
  }
  return { ...search, groups: matchGroups([...(first ? [first] : []), companies, ...others], text) }
}

interface OptionsProps {
  readonly id: string
  readonly groups: readonly Group[]
  readonly current: Entry | undefined
  readonly idOf: (entry: Entry) => string
  readonly onPoint: (entry: Entry) => void
  readonly onChoose: (entry: Entry) => void
}

function Options({ id, groups, current, idOf, onPoint, onChoose }: OptionsProps) {
  return (
    <div id={id} role="listbox" aria-label={texts.results} className={styles.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a listbox
        <div key={group.label} role="group" aria-label={group.label}>
          <div className={styles.heading} aria-hidden="true">
            {group.label}
          </div>
          {group.entries.map((entry) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={entry.id}
              id={idOf(entry)}
              role="option"
              aria-selected={entry === current}
              className={styles.option}
              ref={(element) => {
                if (entry === current) element?.scrollIntoView({ block: 'nearest' })
              }}
              onPointerMove={() => {
                if (entry !== current) onPoint(entry)
                if (typeof entry.to === 'string') preloadPage(entry.to)
              }}
              onClick={() => onChoose(entry)}
            >
              <span className={styles.icon} aria-hidden="true">
                {group.label === texts.groups.companies ? (
                  <Initials name={entry.label} size="small" />
                ) : (
                  entry.Icon && <entry.Icon size={16} />
                )}
              </span>
              <span className={styles.label}>
                <Words text={entry.label} />
              </span>
              {entry.note && <span className={classes(styles.note, typography.small)}>{entry.note}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function Hints() {
  return (
    <p className={classes(styles.hints, typography.small)} aria-hidden="true">
      <span>
        <Key name="↑" /> <Key name="↓" /> {texts.hints.move}
      </span>
      <span>
        <Key name="Enter" /> {texts.hints.open}
      </span>
      <span>
        <Key name="Esc" /> {texts.hints.close}
      </span>
    </p>
  )
}

interface RemarksProps {
  readonly text: string
  readonly isEmpty: boolean
  readonly isSearching: boolean
  readonly hasFailed: boolean
  readonly isCut: boolean
}

/** One line that is always there, so that nothing moves below it. */
function Remarks({ text, isEmpty, isSearching, hasFailed, isCut }: RemarksProps) {
  const remark = isSearching
    ? texts.searching
    : hasFailed
      ? texts.failed
      : isCut
        ? texts.isCut
        : isEmpty
          ? `${texts.nothing(text.trim())} ${text.trim().length < 3 ? texts.companiesHint : ''}`
          : ''
  return <p className={classes(styles.remark, typography.small)}>{remark}</p>
}
