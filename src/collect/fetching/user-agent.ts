import { VERSION } from '../../platform/config/version.ts'

/** The name by which a robots.txt addresses Pro Signal. */
export const PRODUCT_TOKEN = 'Pro-Signal'

/** Identifies us, and says where to complain. */
export function userAgent(contact: string): string {
  return `${PRODUCT_TOKEN}/${VERSION} (+${contact.includes('@') && !contact.includes('/') ? 'mailto:' : ''}${contact})`
}
