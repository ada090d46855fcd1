/**
 * Two names with the same key are the same name: case doesn't matter in any script. The database may know only the case of
 * ASCII, so names are compared here.
 */
export const keyOfName = (name: string): string => name.normalize('NFC').toLowerCase()
