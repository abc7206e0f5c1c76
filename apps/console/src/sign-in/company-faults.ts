import { texts } from '#texts/sign-in-company.ts'

/** Why a sign-in by the company came to nothing. */
export type CompanyFault = keyof typeof texts

/** @param code of the page's address, which may say anything */
export function companyFaultText(code: string | string[] | undefined): string | undefined {
  if (typeof code !== 'string' || !Object.hasOwn(texts, code)) return undefined
  return texts[code as CompanyFault]
}
