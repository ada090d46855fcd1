export const WEBHOOK_TABS = ['overview', 'deliveries', 'settings'] as const
export type WebhookTab = (typeof WEBHOOK_TABS)[number]

export const webhookPath = (webhookId: string, tab: WebhookTab) =>
  `/webhooks/${webhookId}${tab === 'overview' ? '' : `/${tab}`}`
