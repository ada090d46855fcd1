export const texts = {
  password: 'Your password',
  passwordMissing: 'Enter your password.',
  code: 'Code',
  codeOrRecovery: 'From your authenticator app, or a recovery code.',
  codeMissing: 'Enter the code that the app shows.',
  section: {
    title: 'Second factor',
    lead: 'Signing in also takes a code from an app on your phone, so your password alone is not enough.',
    noPassword:
      'You have no password here: you sign in with your company’s provider, which asks for a second factor if it wants one.',
    loadFailed: 'Can’t load the second factor',
    setUp: 'Set up…',
    since: 'In use since',
    codesLeft: 'Recovery codes left',
    fewCodes: 'You have few recovery codes left. Make new ones, so that you get in if you lose your phone.',
    renew: 'New recovery codes…',
    remove: 'Remove…',
  },
  setUp: {
    title: 'Set up a second factor',
    next: 'Continue',
    busy: 'Checking…',
    scan: 'Scan this with an authenticator app, such as Google Authenticator, 1Password or Aegis. Then enter the code that it shows.',
    qr: 'QR code for an authenticator app',
    type: 'Or type this into the app:',
    secret: 'Secret',
    submit: 'Turn on',
  },
  codes: {
    title: 'Your recovery codes',
    warning:
      'Keep these codes in a safe place: you can’t see them again. Each signs you in once, in place of a code from the app.',
    name: 'Recovery codes',
    done: 'I have saved them',
  },
  renew: {
    title: 'Make new recovery codes?',
    body: 'The codes that you have now stop working.',
    submit: 'Make new codes',
    busy: 'Making…',
  },
  remove: {
    title: 'Remove the second factor?',
    submit: 'Remove',
    busy: 'Removing…',
    done: 'Signing in asks for no code any more',
  },
}
