import { Tabs } from '../../parts/Tabs.tsx'
import { texts } from './texts.ts'

const TABS = [
  ['/team', texts.tabs.members],
  ['/team/audit', texts.tabs.audit],
] as const

export function TeamTabs({ current }: { current: (typeof TABS)[number][0] }) {
  return <Tabs label={texts.title} tabs={TABS} current={current} />
}
