import { ActionIcon, Menu } from '@mantine/core'
import { useRef } from 'react'
import type { DecisionBody, RouteName } from '../../contract.ts'
import { MoreIcon } from '../icons.tsx'
import type { RowAction } from '../tables/RowMenu.tsx'
import { sharedTexts } from '../texts.ts'
import { formatUtcDay, utcDayOf } from '../words/format.ts'
import { inAMonth, inAWeek, whenWindowCloses } from './snooze-days.ts'
import { dispositionTexts as texts } from './texts.ts'
import { type NamedCompany, useDecide } from './use-dispositions.ts'

interface CompanyMenuProps {
  readonly company: NamedCompany
  /** When the company leaves the window that the row is about. */
  readonly windowEndsAt?: string | undefined
  /** What holds now: it can be taken back. */
  readonly decision?: DecisionBody | undefined
  /** Further actions, above the others. */
  readonly actions?: readonly RowAction[]
  /** The routes whose replies depend on what is chosen. */
  readonly invalidates?: readonly RouteName[]
}

/** The menu of a row about a company: snooze it, or say that it is not a fit. Both can be undone. */
export function CompanyMenu({ company, windowEndsAt, decision, actions = [], invalidates }: CompanyMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const decide = useDecide(invalidates)
  const choose = (run: () => void) => {
    button.current?.focus()
    run()
  }
  const snooze = (until: string) => choose(() => decide(company, { kind: 'snoozed', until }))
  const closes = windowEndsAt && whenWindowCloses(windowEndsAt, Date.now())
  /** As in the row: its last day, and not the day after, on which the company is shown again. */
  const lastDay = windowEndsAt && formatUtcDay(utcDayOf(Date.parse(windowEndsAt)))
  return (
    <Menu width={240}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={sharedTexts.actionsFor(company.name)}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, run }) => (
          <Menu.Item key={label} onClick={() => choose(run)}>
            {label}
          </Menu.Item>
        ))}
        {actions.length > 0 && <Menu.Divider />}
        {decision ? (
          <>
            <Menu.Label>
              {decision.until === null ? texts.notAFit : texts.snoozedUntil(formatUtcDay(decision.until))}
            </Menu.Label>
            <Menu.Item onClick={() => choose(() => decide(company, null))}>{texts.showAgain}</Menu.Item>
          </>
        ) : (
          <>
            <Menu.Label>{texts.snooze}</Menu.Label>
            <Menu.Item onClick={() => snooze(inAWeek(new Date()))}>{texts.oneWeek}</Menu.Item>
            <Menu.Item onClick={() => snooze(inAMonth(new Date()))}>{texts.oneMonth}</Menu.Item>
            {closes && lastDay && (
              <Menu.Item onClick={() => snooze(closes)}>{texts.untilWindowCloses(lastDay)}</Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item onClick={() => choose(() => decide(company, { kind: 'not_a_fit', until: null }))}>
              {texts.notAFit}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
