export const texts = {
  title: 'Sign in',
  heading: 'Sign in to Sluice',
  again: 'Sign in again',
  signedInAs: (email: string) => (
    <>
      You are signed in as <strong>{email}</strong>. Sign in to the same account.
    </>
  ),
  email: 'Email',
  emailMissing: 'Enter your email address.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  showPassword: 'Show the password',
  action: 'Sign in',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet? Ask your organization to invite you.',
  byPasskey: 'Sign in with a passkey',
  byCompany: 'Sign in with your company',
  back: 'Back',
  company: {
    label: 'Work email',
    hint: 'Or the id of your organization.',
    missing: 'Enter your work email address.',
    action: 'Continue',
  },
  code: {
    app: {
      label: 'Code from your authenticator app',
      missing: 'Enter the six digits that the app shows.',
      hint: undefined,
      other: 'Use a backup code instead',
    },
    backup: {
      label: 'Backup code',
      missing: 'Enter a complete backup code, such as k7m2p-x9rq4.',
      hint: 'None left? Ask the operator of the service to reset two-step sign-in for you.',
      other: 'Use a code from the app instead',
    },
    trust: 'Trust this browser for 30 days',
    trustHint: 'You will sign in here without a code. Not for shared computers.',
  },
  connect: {
    title: 'Connect your account',
    /** For users who are signed in, and for those who are not. */
    connect: (email: string, organization: string) => (
      <>
        <strong>{email}</strong> already has an account. Connect it with the company sign-in of{' '}
        <strong>{organization}</strong>.
      </>
    ),
    signInFirst: (email: string, organization: string) => (
      <>
        <strong>{email}</strong> already has an account. Sign in to it once to connect it with the
        company sign-in of <strong>{organization}</strong>.
      </>
    ),
    noPassword:
      'You only ever signed in with your company? Set a password, then sign in with your company again.',
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    action: 'Connect',
    signInAs: (email: string) => `Sign in as ${email}`,
    again: 'Sign in again',
  },
}
