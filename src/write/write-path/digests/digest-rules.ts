import { toolFingerprint } from '../../../meaning/tools/index.ts'
import { VERSION } from '../../../platform/config/version.ts'

/** Raise it with every change of what a digest or its lists have, and of the rules that they are made by. */
const DIGEST_VERSION = 5

/** The rules by which this process makes digests. The operator's catalogue of tools is one of them. */
export function digestRules(): string {
  return `${VERSION} ${DIGEST_VERSION} ${toolFingerprint()}`
}
