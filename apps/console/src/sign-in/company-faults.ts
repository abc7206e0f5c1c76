import { texts } from '#texts/sign-in-company.ts'

/** Why company sign-in failed. */
export type CompanyFault = keyof typeof texts

/** @param code a URL parameter, so it may be anything */
export function companyFaultText(code: string | string[] | undefined): string | undefined {
  if (typeof code !== 'string' || !Object.hasOwn(texts, code)) return undefined
  return texts[code as CompanyFault]
}
