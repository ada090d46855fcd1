import { ApiError } from '../../api/client.ts'

/** Somebody copied a link without what stands behind its #. */
export const LINK_NOT_WHOLE = new ApiError(0, {
  code: 'link_not_valid',
  message: 'This link is not whole: open it as you were given it, to its last character.',
})
