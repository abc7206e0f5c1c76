import { callAuth, type Refusal } from '#auth-calls/call-auth.ts'

/**
 * Leaves for the company's provider.
 *
 * @param company an email address, or the id of an organization
 * @returns why it did not; else the page is left
 */
export async function startCompany(company: string, next: string): Promise<Refusal | undefined> {
  const answered = await callAuth<{ readonly url: string }>('/company/start', { company, next })
  if (!answered.ok) return answered.refusal
  window.location.assign(answered.body.url)
  return undefined
}
