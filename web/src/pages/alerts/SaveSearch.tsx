import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { SavedSearchReply } from '../../contract.ts'
import { Dialog } from '../../parts/forms/Dialog.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import type { AlertForm } from './AlertFields.tsx'
import { SaveSearchDialog } from './SaveSearchDialog.tsx'
import { SendMatches } from './SendMatches.tsx'
import { TestMessage } from './TestMessage.tsx'
import { texts } from './texts.ts'

interface SaveSearchProps {
  readonly query: string
  readonly filters: Readonly<Record<string, unknown>>
  /** The suggested name of the search. */
  readonly name: string
  /** What the form begins with. */
  readonly defaults?: Partial<AlertForm>
  /** The title of the dialog, where more is known than that it is a search. */
  readonly title?: string
  /** Of the button. */
  readonly label?: string
  /** The letter that clicks the button. */
  readonly pageKey?: string
}

/** The button on Explore, windows and dossiers, with its dialogs. */
export function SaveSearch({ label, pageKey, ...props }: SaveSearchProps) {
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const [saved, setSaved] = useState<SavedSearchReply>()
  if (!can('createSearch')) return null
  return (
    <>
      <Button variant="default" data-page-key={pageKey} onClick={() => setIsOpen(true)} {...(label && { size: 'xs' })}>
        {label ?? texts.save.button}
      </Button>
      {isOpen && <SaveSearchDialog {...props} onSaved={setSaved} onClose={() => setIsOpen(false)} />}
      {saved && <SavedDialog search={saved} onClose={() => setSaved(undefined)} />}
    </>
  )
}

function SavedDialog({ search, onClose }: { search: SavedSearchReply; onClose: () => void }) {
  const isConfirmed = search.state !== 'unconfirmed'
  return (
    <Dialog title={texts.save.saved(search.name)} onClose={onClose}>
      <p>
        {search.destination === 'today'
          ? texts.save.onToday
          : isConfirmed
            ? texts.save.next(texts.arrivals[search.destination])
            : texts.save.confirmFirst(search.target)}
      </p>
      {isConfirmed && search.destination !== 'today' && <TestMessage searchId={search.id} isMain />}
      {isConfirmed && <SendMatches search={search} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => navigate(`/alerts/${search.id}`)}>
          {texts.save.open}
        </Button>
      </Group>
    </Dialog>
  )
}
