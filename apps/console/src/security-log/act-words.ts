/** What the security log has, in words. An act that this version does not know keeps its name. */
const words: Readonly<Record<string, string>> = {
  'account.signIn': 'Signed in',
  'account.failSignIn': 'Wrong password',
  'account.throttleSignIn': 'Sign-in refused: too many wrong passwords',
  'account.failSecondFactor': 'Wrong code',
  'account.endSessions': 'Ended other sessions',
  'account.rename': 'Changed the name',
  'account.connectCompany': 'Connected the company sign-in',
  'members.changePassword': 'Changed the password',
  'members.resetPassword': 'Reset the password by mail',
  'members.setPassword': 'Password set',
  'members.enableSecondFactor': 'Turned on two-step sign-in',
  'members.disableSecondFactor': 'Turned off two-step sign-in',
  'members.resetSecondFactor': 'Second factors removed',
  'members.renewBackupCodes': 'Made new backup codes',
  'members.addPasskey': 'Added a passkey',
  'members.deletePasskey': 'Deleted a passkey',
  'members.claimAccount': 'Claimed the account',
  'members.join': 'Accepted an invitation',
}

interface Act {
  readonly act: string
  readonly by: 'own' | 'operator'
  readonly times: number
}

/** "Wrong password, 12 times". */
export function actWords({ act, by, times }: Act): string {
  const what = words[act] ?? act
  const whose = by === 'operator' ? ' by the operator' : ''
  return `${what}${whose}${times > 1 ? `, ${times} times` : ''}`
}
