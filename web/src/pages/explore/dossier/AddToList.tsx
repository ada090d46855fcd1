import { Button } from '@mantine/core'
import { useState } from 'react'
import { AddDomainDialog } from '../../../parts/company/AddToListDialog.tsx'
import { addToListTexts } from '../../../parts/company/texts.ts'
import { useCan } from '../../../session.ts'

/** The button that puts the company on one of the team's lists, with its dialog. */
export function AddToList({ domain }: { domain: string }) {
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (!can('addAccounts')) return null
  return (
    <>
      <Button variant="default" size="xs" data-page-key="l" onClick={() => setIsOpen(true)}>
        {addToListTexts.action}
      </Button>
      {isOpen && <AddDomainDialog domain={domain} onClose={() => setIsOpen(false)} />}
    </>
  )
}
