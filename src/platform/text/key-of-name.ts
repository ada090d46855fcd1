/**
 * Two names with the same key are the same name, ignoring case in any script. The database may know only ASCII case, so
 * names are compared here.
 */
export const keyOfName = (name: string): string => name.normalize('NFC').toLowerCase()
