interface Notice {
  readonly webhookId: string
  readonly message: string
  readonly at: string
}

export interface NoticeGroup {
  readonly message: string
  /** Of the newest one. */
  readonly at: string
  readonly webhookIds: readonly string[]
  readonly count: number
}

/** Notices that say the same are one, with all webhooks that they are about. Newest first, as they come. */
export function groupNotices(notices: readonly Notice[]): NoticeGroup[] {
  const byMessage = Map.groupBy(notices, ({ message }) => message)
  return [...byMessage].map(([message, group]) => ({
    message,
    at: group[0]?.at ?? '',
    webhookIds: [...new Set(group.map(({ webhookId }) => webhookId))],
    count: group.length,
  }))
}
