import { pluralize } from '../../parts/words/format.ts'

const sessionsEnded = (sessions: number) =>
  sessions === 0 ? 'no other session was open' : `${pluralize(sessions, 'other session')} ended`

const unknownBrowser = 'Unknown browser'

export const texts = {
  title: 'Account',
  unknownBrowser,
  password: {
    title: 'Password',
    none: 'You have no password here: you sign in with your company’s provider.',
    submit: 'Change password',
    busy: 'Changing…',
    current: 'Current password',
    currentMissing: 'Enter your current password.',
    new: 'New password',
    otherSessions: 'Changing your password ends all your other sessions.',
    done: (sessions: number) => `Password changed; ${sessionsEnded(sessions)}`,
  },
  provider: {
    title: 'Company account',
    lead: (label: string) => `Sign in with ${label} once from here, and it opens this account from then on.`,
    connect: (label: string) => `Connect with ${label}`,
  },
  sessions: {
    title: 'Sessions',
    lead: 'Where you are signed in. A session ends after a week without use, or after 30 days.',
    loadFailed: 'Can’t load the sessions',
    columns: { browser: 'Browser', team: 'Team', address: 'Address', signedIn: 'Signed in', lastSeen: 'Last seen' },
    current: 'This session',
    unknownAddress: 'Unknown',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    end: 'End',
    endLabel: (browser: string, address: string | null) =>
      `End the session of ${browser} at ${address ?? 'an unknown address'}`,
    ended: 'Session ended',
  },
  signOutEverywhere: {
    open: 'Sign out everywhere…',
    title: 'Sign out everywhere?',
    submit: 'Sign out here too',
    busy: 'Signing out…',
    explanation: 'This ends all sessions of your account now, in every team. Keys and webhooks keep working.',
    othersOnly: 'End the other sessions only',
    othersEnded: (sessions: number) => capitalized(sessionsEnded(sessions)),
  },
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
