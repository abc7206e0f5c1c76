import type { SecurityAct } from '@sluice/core'

/** By act. Acts without a text are not notified. */
const notices: Partial<Record<SecurityAct, string>> = {
  'account.signIn': 'Somebody signed in to your account from a new browser.',
  'members.changePassword': 'Your password was changed.',
  'members.resetPassword': 'Your password was reset with a link that was sent to this address.',
  'members.claimAccount':
    'Your account was claimed with a link or by company sign-in, because its address had never been verified. Its earlier password, passkeys, two-step sign-in and company sign-in were removed.',
  'members.enableSecondFactor': 'Two-step sign-in was turned on.',
  'members.disableSecondFactor': 'Two-step sign-in was turned off.',
  'members.renewBackupCodes': 'Your backup codes were replaced by new ones.',
  'account.connectCompany': 'A company sign-in was connected to your account.',
  'members.addPasskey': 'A passkey was added to your account.',
  'members.deletePasskey': 'A passkey was deleted from your account.',
}

/** Texts of the server: mails and refusals. */
export const texts = {
  notices,
  joined: (organization: string, role: string) => `You joined ${organization} as ${role}.`,
  joinedAsOperator: 'You are now an operator of Sluice.',
  failed: 'Something went wrong on our side.',
  requestId: (id: string) => `Request id: ${id}`,
  crowded: 'You sent too many requests at once. Try again in a moment.',
  manyValues: (values: number, most: number) =>
    `must be smaller: the answer would have ${values.toLocaleString('en')} values, and the console shows at most ${most.toLocaleString('en')}. Choose fewer things or metrics, or a longer interval`,
  unknownMembers: (known: readonly string[]) => `must have no members but ${known.join(', ')}`,
  crowdedPasswords: 'Too many passwords are being checked at once. Try again in a moment.',
  tooManyResets: 'Too many attempts. Try again in 15 minutes.',
  noOrganization: 'The organization does not exist, or you are not a member of it.',
  signInToExport: 'Sign in to the console to export this.',
  ownSignIn:
    'You are signed in through your company, which gives access only to its own organization. To do this, sign in with your password or a passkey.',
  recentSignIn:
    'This change needs a sign-in within the last ten minutes. Open your account in another tab, sign in again there, then repeat the change here.',
  operatorsOnly: 'Only operators of the service may do this.',
  noMail: 'This installation sends no email.',
  mailRefused: (email: string) =>
    `The mail server did not accept the invitation to ${email}. Check the address and try again. An earlier link to it no longer works.`,
  notStorable: 'contains characters that cannot be stored',
  /** Faults follow the name of their field. */
  missing: 'must not be empty',
  notNumber: 'must be a number',
  notTime: 'must be a complete date and time',
  tooLong: (length: number) => `must be at most ${length} characters`,
  notIssuer: 'must be an https URL without a query or fragment',
  viewOfNothing: 'must include at least one thing',
}
