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
