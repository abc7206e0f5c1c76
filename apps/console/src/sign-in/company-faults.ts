/** Why a sign-in by the company came to nothing, and what to do. */
const texts = {
  expired: 'That took too long, or began in another browser. Try again.',
  denied: 'The sign-in was cancelled at your company. Try again.',
  provider:
    'Your company’s sign-in did not work. Try again; if it fails again, tell an owner of your organization.',
  changed: 'Your organization has just changed its company sign-in. Try again.',
  unverified:
    'Your company’s sign-in does not say that your e-mail address is verified. Tell an owner of your organization.',
  domain:
    'Your e-mail address is of a domain that your organization has not proven. Tell an owner of your organization.',
  invitation:
    'You are not a member of this organization. Ask an admin to invite your e-mail address, then try again.',
} as const

export type CompanyFault = keyof typeof texts

/** @param code of the page's address, which may say anything */
export function companyFaultText(code: string | string[] | undefined): string | undefined {
  if (typeof code !== 'string' || !Object.hasOwn(texts, code)) return undefined
  return texts[code as CompanyFault]
}
