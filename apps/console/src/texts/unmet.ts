export const texts = {
  failed: 'Your account could not be loaded',
  done: 'Continue',
  signOut: 'Sign out',
  byCompany: 'Sign in with your company',
  rule: {
    company: {
      title: (organization: string) => `${organization} requires company sign-in`,
      text: 'You cannot open this organization with a password or a passkey. Sign in with the account that your company gave you.',
      again: 'Sign in again',
    },
    'second-factor': {
      title: (organization: string) => `${organization} requires a second factor`,
      text: 'A password alone does not open this organization. Turn on two-step sign-in here, or sign in with a passkey.',
      again: 'Sign in with a passkey or your company',
    },
    'session-age': {
      title: (organization: string) => `${organization} asks you to sign in again`,
      text: 'This organization limits how long a session lasts, and yours has expired.',
      again: 'Sign in again',
    },
  },
}
