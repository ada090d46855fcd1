/** The confidence of a signal, by how it was found. */
export const JOB_CONFIDENCE = {
  /** On the board that the company publishes. */
  board: 0.95,
  /** In the JobPosting data of a page. */
  jobPosting: 0.85,
} as const
