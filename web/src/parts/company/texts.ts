import type { ReactNode } from 'react'
import { rich } from '../words/rich-text.ts'

export const dispositionTexts = {
  snooze: 'Snooze',
  oneWeek: '1 week',
  oneMonth: '1 month',
  untilWindowCloses: (day: string) => `Until the window closes (${day})`,
  notAFit: 'Not a fit',
  showAgain: 'Show again',
  snoozedUntil: (day: string) => `Snoozed until ${day}`,
  snoozed: (name: string, day: string) => `${name} is snoozed until ${day}.`,
  dismissed: (name: string) => `${name} is marked as not a fit.`,
  shownAgain: (name: string) => `${name} is shown again.`,
  undo: 'Undo',
}

export const addToListTexts = {
  action: 'Add to list',
  title: (name: string) => `Add ${name} to a list`,
  list: 'List',
  submit: 'Add',
  busy: 'Adding…',
  done: (list: string) => `Added to ${list}`,
  alreadyThere: (list: string) => `Already on ${list}`,
  none: (create: ReactNode) => rich`You have no lists yet. ${create} first.`,
  create: 'Create one',
}
