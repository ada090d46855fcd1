export const CRM_KINDS = ['hubspot', 'salesforce'] as const
export type CrmKind = (typeof CRM_KINDS)[number]

/** What is written about a company. Each may have a property of the CRM, or none. */
export const CRM_FIELDS = ['window', 'reason', 'opened', 'closes', 'heat', 'link'] as const
export type CrmField = (typeof CRM_FIELDS)[number]

/**
 * A company's state in the CRM. waiting: not written yet. written: up to date. unknown: the CRM doesn't have the
 * company. refused: the CRM rejected it.
 */
export const CRM_COMPANY_STATES = ['waiting', 'written', 'unknown', 'refused'] as const
export type CrmCompanyState = (typeof CRM_COMPANY_STATES)[number]

/** The known state of a window's task in the CRM. unknown: there may be one. */
export const CRM_TASK_STATES = ['none', 'open', 'done', 'unknown'] as const
export type CrmTaskState = (typeof CRM_TASK_STATES)[number]

/** Saved searches whose windows go to the CRM of a team. */
export const MAX_CRM_SEARCHES = 20
/** Companies of a team that are written to its CRM. */
export const MAX_CRM_COMPANIES = 10_000
