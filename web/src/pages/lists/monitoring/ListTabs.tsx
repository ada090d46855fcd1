import { Tabs } from '../../../parts/Tabs.tsx'
import { texts } from './texts.ts'

export function ListTabs({ listId, current }: { listId: string; current: 'companies' | 'monitoring' }) {
  const href = { companies: `/lists/${listId}`, monitoring: `/lists/${listId}/monitoring` }
  const tabs = [
    [href.companies, texts.tabs.companies],
    [href.monitoring, texts.tabs.monitoring],
  ] as const
  return <Tabs label={texts.tabs.label} tabs={tabs} current={href[current]} />
}
