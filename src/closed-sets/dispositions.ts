/** snoozed: hidden until a day. not_a_fit: hidden until the person undoes it. */
export const DISPOSITION_KINDS = ['snoozed', 'not_a_fit'] as const
export type DispositionKind = (typeof DISPOSITION_KINDS)[number]

/** Of one person in one team. */
export const MAX_DISPOSITIONS = 2_000
export const MAX_SNOOZE_DAYS = 366
