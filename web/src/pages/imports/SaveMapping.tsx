import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type ImportMappingBody, nameProblemOf, type SavedMappingReply } from '../../contract.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.preview

interface SaveMappingProps {
  readonly mapping: ImportMappingBody
  /** The saved one that the file was read with. */
  readonly saved: SavedMappingReply | undefined
}

export function SaveMapping({ mapping, saved }: SaveMappingProps) {
  const [name, setName] = useState('')
  const toast = useToast()
  const save = useApiMutation(contract.saveMapping, { invalidates: ['getImports', 'listAudit'] })
  const remove = useApiMutation(contract.deleteMapping, { invalidates: ['getImports', 'listAudit'] })
  if (saved)
    return (
      <div>
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            remove.mutate({ params: { mappingId: saved.id } }, { onSuccess: () => toast(texts.removed(saved.name)) })
          }
        >
          {texts.remove}
        </Button>
        <ErrorNote error={remove.error} />
      </div>
    )
  const submit = () => {
    if (nameProblemOf(name) || save.isPending) return
    save.mutate(
      { body: { name, mapping } },
      {
        onSuccess: () => {
          toast(texts.saveDone(name))
          setName('')
        },
      },
    )
  }
  return (
    <div className={layout.filters}>
      <TextInput label={texts.saveName} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Button variant="default" onClick={submit}>
        {texts.save}
      </Button>
      <ErrorNote error={save.error} />
    </div>
  )
}
