import { plural } from './plural.ts'

export const texts = {
  back: 'Back to sign-in',
  forgot: {
    title: 'Forgot your password?',
    lead: 'We will email you a link to choose a new one.',
    email: 'Email',
    emailMissing: 'Enter your email address.',
    action: 'Send link',
  },
  sent: {
    title: 'Check your email',
    text: (email: string, minutes: number) => (
      <>
        If <strong>{email}</strong> has an account, a link is on its way. It works once and expires
        after {minutes} minutes. If it does not arrive, look in your spam folder.
      </>
    ),
  },
  noMail: (
    <>
      This installation sends no email. Ask the operator of the service: they can set a new password
      for you with <code>sluice users set-password</code>.
    </>
  ),
  choose: {
    title: 'Choose a new password',
    failed: 'This link could not be checked',
    email: 'Email',
    password: 'New password',
    action: 'Change password',
  },
  changed: {
    title: 'Password changed',
    ended: (email: string) => (
      <>
        All sessions of <strong>{email}</strong> have ended.
      </>
    ),
    twoStep: 'Two-step sign-in is still on: you will need a code, too.',
    passkeys: (count: number) =>
      plural(count, {
        one: '# passkey still signs you in. If you do not recognize it, delete it in Your account.',
        other:
          '# passkeys still sign you in. Delete any that you do not recognize in Your account.',
      }),
    action: 'Sign in',
  },
  ended: {
    title: 'This link no longer works',
    text: 'A link works for 30 minutes, or until you have set a new password.',
    action: 'Get a new link',
  },
}
