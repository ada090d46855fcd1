// Texts that more than one page or part shows. Each page's own texts are in the texts.ts of its folder.

export const sharedTexts = {
  productName: 'Pro Signal',
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  tryAgain: 'Try again',
  busy: 'The service is busy. Try again in a moment.',
  partMissing: 'Part of this page can’t be loaded',
  unexpectedError: 'Something went wrong on this page. Reload it.',
  requestId: (id: string) => `If you ask for help, include the request ID: ${id}.`,
  unreachable: 'Can’t reach the service. Check your connection and try again.',
  timeout: 'No response for 30 seconds. The connection or the service is slow. Try again.',
  unexpectedReply: (status: number) => `Unexpected reply (status ${status}). Try again in a moment.`,
  copy: 'Copy',
  copied: 'Copied',
  nameCopied: (name: string) => `${name} copied`,
  copyBlocked: 'Copying is blocked. Select the text and copy it.',
  actions: 'Actions',
  actionsFor: (subject: string) => `Actions for ${subject}`,
  never: 'Never',
  justNow: 'just now',
  minuteAgo: '1 minute ago',
  inLessThanAMinute: 'in less than a minute',
  showPassword: 'Show password',
  loading: 'Loading',
}

export const noApiAccessTexts = {
  title: 'Your plan doesn’t include API access',
  body: 'With Pro, your programs can search companies by buying signals and open dossiers and slices (3,000 requests and 3,000 records a month), and webhooks send you new signals as they are found. Existing keys return 403 until you upgrade; they are not deleted. The operator of this service can move the team to Pro.',
}

export const passwordTexts = {
  rule: (min: number) => `At least ${min} characters. A few words are easy to remember and hard to guess.`,
  tooShort: (min: number) => `Use at least ${min} characters.`,
  tooLong: (max: number) => `Use at most ${max} characters.`,
}
