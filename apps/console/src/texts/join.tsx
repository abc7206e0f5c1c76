export const texts = {
  pageTitle: 'Join an organization',
  loading: 'Your invitation',
  failed: 'The invitation could not be loaded',
  joins: (organization: string) => `Join ${organization}`,
  /** For an invitation to operate the service instead of joining an organization. */
  runs: 'Become an operator of Sluice',
  accept: 'Accept',
  offer: {
    operator: (email: string) => (
      <>
        <strong>{email}</strong> is invited to be an <strong>operator</strong> of this service.
        Operators see all organizations and decide about their limits.
      </>
    ),
    member: (email: string, by: string, role: string, allows: string) => (
      <>
        {by} has invited <strong>{email}</strong> to be <strong>{role}</strong>. {allows}
      </>
    ),
  },
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  signInFirst: {
    action: 'Sign in to accept',
    note: (email: string) =>
      `${email} already has an account. After signing in you come back here. If the account is not yours, ask the operator for a link.`,
  },
  wrongAccount: {
    title: 'This invitation is for somebody else',
    text: (signedInAs: string, email: string) =>
      `You are signed in as ${signedInAs}. The invitation is for ${email}.`,
    switch: 'Sign out and continue',
    stay: 'Stay signed in',
  },
  asNew: {
    claimTitle: 'An account with this email address exists',
    claimText:
      'Its holder never confirmed the address. To take over the account, choose a new password. The old password, passkeys, authenticator app and sessions then stop working.',
    email: 'Email',
    name: 'Your name',
    nameMissing: 'Enter your name.',
    password: 'Password',
    newPassword: 'New password',
  },
  ended: {
    title: {
      expired: 'This invitation has expired',
      withdrawn: 'This invitation was withdrawn',
      replaced: 'This invitation was replaced',
      accepted: 'This invitation was already accepted',
    },
    askAdmin: (createdBy: string, organization: string) =>
      `Ask ${createdBy} or another admin of ${organization} for a new one.`,
    askOperator: (createdBy: string) => `Ask ${createdBy} or another operator for a new one.`,
    replaced: (email: string) => `${email} was invited again: use the newer link.`,
    accepted: (email: string) => `An invitation works once. If you are ${email}, sign in.`,
    signIn: 'Sign in',
    goOn: 'Go to the console',
  },
  none: {
    title: 'This invitation link does not work',
    text: 'Part of it may be missing: open the whole link you received. If that does not help, ask for a new one.',
  },
}
