import { Button, Group } from '@mantine/core'
import type { IssuedKeyReply } from '../../contract.ts'
import { Copyable } from '../../parts/Copy.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Note } from '../../parts/Note.tsx'

/** The one moment at which a key can be seen. */
export function IssuedKeyDialog({ issued: { key, secret }, onClose }: { issued: IssuedKeyReply; onClose: () => void }) {
  const curl = `curl -H "Authorization: Bearer ${secret}" \\\n  ${location.origin}/api/v1/stats`
  return (
    <Dialog title={`Your key “${key.name}”`} onClose={onClose} insistent>
      <Note tone="watch">
        Copy it now and keep it as a secret: it is not shown again. Should you lose it, rotate it.
      </Note>
      <div>
        <div className="small strong">Key</div>
        <Copyable text={secret} what="Key" />
      </div>
      <div>
        <div className="small strong">Try it: this asks for your budgets and costs nothing</div>
        <Copyable text={curl} what="Command" />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Dialog>
  )
}
