import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '../../session.ts'
import { SaveSearchDialog } from './SaveSearchDialog.tsx'
import { texts } from './texts.ts'

interface SaveSearchProps {
  readonly query: string
  readonly filters: Readonly<Record<string, unknown>>
}

/** The button of Explore, with the dialog that it opens. */
export function SaveSearch({ query, filters }: SaveSearchProps) {
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (!can('createSearch')) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {texts.save.button}
      </Button>
      {isOpen && <SaveSearchDialog query={query} filters={filters} onClose={() => setIsOpen(false)} />}
    </>
  )
}
