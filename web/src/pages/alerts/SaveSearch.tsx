import { Button } from '@mantine/core'
import { useState } from 'react'
import { CopyField } from '../../parts/CopyField.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { SaveSearchDialog } from './SaveSearchDialog.tsx'
import { texts } from './texts.ts'

interface SaveSearchProps {
  readonly query: string
  readonly filters: Readonly<Record<string, unknown>>
}

/** The button of Explore, with the dialogs that it opens. */
export function SaveSearch({ query, filters }: SaveSearchProps) {
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const [saved, setSaved] = useState<{ secret: string; searchId: string }>()
  if (!can('createSearch')) return null
  const leave = () => saved && navigate(`/alerts/${saved.searchId}`)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {texts.save.button}
      </Button>
      {isOpen && (
        <SaveSearchDialog
          query={query}
          filters={filters}
          onClose={() => setIsOpen(false)}
          onSecret={(secret, searchId) => setSaved({ secret, searchId })}
        />
      )}
      {saved && (
        <Dialog title={texts.save.secretTitle} onClose={leave}>
          <p>{texts.save.secretHint}</p>
          <CopyField text={saved.secret} name={texts.save.secretName} />
          <Button onClick={leave}>{texts.save.secretDone}</Button>
        </Dialog>
      )}
    </>
  )
}
