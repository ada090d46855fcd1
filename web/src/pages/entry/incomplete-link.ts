import { ApiError } from '../../api/client.ts'
import { texts } from './texts.ts'

/** The link was copied without its fragment, which carries the token. */
export const INCOMPLETE_LINK = new ApiError(0, { code: 'link_not_valid', message: texts.linkIncomplete })
