import type { IssuedKeyReply } from '../../contract.ts'
import type { Secret } from '../../secrets/unsaved-secret.ts'

export const keySecret = ({ key, secret }: IssuedKeyReply): Secret => ({ kind: 'key', name: key.name, secret })
