import { DeliveryLog } from './deliveries/DeliveryLog.tsx'
import { WebhookFrame } from './WebhookFrame.tsx'

export function WebhookDeliveriesPage({ webhookId }: { webhookId: string }) {
  return (
    <WebhookFrame webhookId={webhookId} tab="deliveries">
      {() => <DeliveryLog webhookId={webhookId} />}
    </WebhookFrame>
  )
}
