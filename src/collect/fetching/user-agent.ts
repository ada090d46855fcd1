import { VERSION } from '../../platform/config/version.ts'

/** By this name a robots.txt can speak to Pro Signal. */
export const PRODUCT_TOKEN = 'Pro-Signal'

/** Says who asks, and where to complain. */
export function userAgent(contact: string): string {
  return `${PRODUCT_TOKEN}/${VERSION} (+${contact.includes('@') && !contact.includes('/') ? 'mailto:' : ''}${contact})`
}
