/** By act; unknown acts are shown by their name. */
const acts: Readonly<Record<string, string>> = {
  'account.signIn': 'Signed in',
  'account.failSignIn': 'Wrong password',
  'account.throttleSignIn': 'Sign-in refused: too many wrong passwords',
  'account.failSecondFactor': 'Wrong code',
  'account.endSessions': 'Ended other sessions',
  'account.rename': 'Changed the name',
  'account.connectCompany': 'Connected the company sign-in',
  'members.changePassword': 'Changed the password',
  'members.resetPassword': 'Reset the password by email',
  'members.setPassword': 'Password set',
  'members.enableSecondFactor': 'Turned on two-step sign-in',
  'members.disableSecondFactor': 'Turned off two-step sign-in',
  'members.resetSecondFactor': 'Second factors removed',
  'members.renewBackupCodes': 'Made new backup codes',
  'members.addPasskey': 'Added a passkey',
  'members.deletePasskey': 'Deleted a passkey',
  'members.claimAccount': 'Claimed the account',
  'members.join': 'Joined an organization',
}

export const texts = {
  acts,
  byOperator: (act: string) => `${act} by the operator`,
  times: (act: string, count: number) => `${act}, ${count} times`,
}
