import { Checkbox, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { KEY_SCOPES, type KeyReply, type KeyScope } from '../../contract.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.access

interface Access {
  readonly scopes: KeyScope[] | null
  readonly networks: string[] | null
}

interface AccessState {
  readonly scopes: readonly KeyScope[]
  readonly setScopes: (scopes: KeyScope[]) => void
  readonly networks: string
  readonly setNetworks: (networks: string) => void
  /** Undefined: no group is chosen. */
  readonly access: Access | undefined
}

/** What a key may call, and from where. Everything and everywhere is nothing to check. */
export function useAccess(key?: Pick<KeyReply, 'scopes' | 'networks'>): AccessState {
  const [scopes, setScopes] = useState<readonly KeyScope[]>(key?.scopes ?? KEY_SCOPES)
  const [networks, setNetworks] = useState(key?.networks?.join('\n') ?? '')
  const lines = networks.split(/[\s,;]+/).filter((line) => line !== '')
  const isAll = scopes.length === KEY_SCOPES.length
  const access = { scopes: isAll ? null : [...scopes], networks: lines.length > 0 ? lines : null }
  return { scopes, setScopes, networks, setNetworks, access: scopes.length > 0 ? access : undefined }
}

export function AccessFields({ state, attempted }: { state: AccessState; attempted: boolean }) {
  const { scopes, setScopes, networks, setNetworks, access } = state
  return (
    <>
      <Checkbox.Group
        label={texts.scopes}
        description={texts.scopesDescription}
        value={[...scopes]}
        onChange={(values) => setScopes(KEY_SCOPES.filter((scope) => values.includes(scope)))}
        error={attempted && !access && texts.scopesMissing}
      >
        <Stack gap={8} mt={8}>
          {KEY_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={texts.scopeNames[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label={texts.networks}
        description={texts.networksDescription}
        autosize
        minRows={2}
        value={networks}
        onChange={(event) => setNetworks(event.currentTarget.value)}
      />
    </>
  )
}
