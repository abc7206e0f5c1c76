import { callAuth, type Refusal } from '#auth-calls/call-auth.ts'

/**
 * Continues at the company's identity provider.
 *
 * @param company an email address or an organization's id
 * @returns the failure; undefined if the page is being left
 */
export async function startCompany(company: string, next: string): Promise<Refusal | undefined> {
  const answered = await callAuth<{ readonly url: string }>('/company/start', { company, next })
  if (!answered.ok) return answered.refusal
  window.location.assign(answered.body.url)
  return undefined
}
