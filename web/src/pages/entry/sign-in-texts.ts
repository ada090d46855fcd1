// Part of the first script, unlike the texts of the other pages for visitors.

export const texts = {
  title: 'Sign in',
  lead: 'See which of your accounts are about to buy, and why.',
  sessionEnded: 'Your session has ended. Sign in to continue where you left off.',
  submit: 'Sign in',
  busy: 'Signing in…',
  email: 'Email',
  emailMissing: 'Enter your email address.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  code: 'Code',
  forgot: 'Forgot your password?',
  forgotWithoutMail: 'Forgot your password? The operator of this service can create a reset link for you.',
  noSignUp: 'There is no sign-up: an owner invites you to a team.',
  withProvider: (label: string) => `Sign in with ${label}`,
  inNewTab: 'It opens in a new tab. What you have typed here stays.',
  stillAtProvider: 'You are signed out here, and may still be signed in at the provider.',
  signOutThere: 'Sign out there, too',
}
