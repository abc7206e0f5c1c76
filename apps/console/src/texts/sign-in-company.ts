/** Why company sign-in failed, and what to do. */
export const texts = {
  expired:
    'That took too long, began in another browser, or another sign-in was started since. Try again.',
  denied: 'The sign-in was cancelled at your company. Try again.',
  provider:
    'Your company’s sign-in did not work. Try again; if it keeps failing, tell an owner of your organization.',
  busy: 'Company sign-in is busy. Try again in a moment.',
  changed: 'Your organization has just changed its company sign-in. Try again.',
  unverified:
    'Your company’s sign-in does not say that your email address is verified. Tell an owner of your organization.',
  domain:
    'Your organization has not verified the domain of your email address. Tell an owner of your organization.',
  invitation:
    'You are not a member of this organization. Ask an admin to invite you, then try again.',
} as const
