import { Tabs } from '../../parts/Tabs.tsx'
import { texts } from './texts.ts'

const TABS = [
  ['/usage', texts.tabs.overview],
  ['/usage/requests', texts.tabs.requests],
] as const

export function UsageTabs({ current }: { current: (typeof TABS)[number][0] }) {
  return <Tabs label={texts.title} tabs={TABS} current={current} />
}
