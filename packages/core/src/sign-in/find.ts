import type { Core } from '../context.ts'
import { domainOf } from './domain.ts'

/** The input of somebody who wants to use company sign-in. */
export type Wanted = { readonly email: string } | { readonly organizationId: string }

/** The organization whose provider to use; `several` if the address is ambiguous. */
export type FoundCompany =
  | { readonly organizationId: string }
  | { readonly none: true }
  | { readonly several: true }

/**
 * Finds the provider to sign in with. Uses only proven domains and organization ids, so the answer reveals nothing
 * about accounts.
 */
export async function findCompany({ db }: Pick<Core, 'db'>, wanted: Wanted): Promise<FoundCompany> {
  if ('organizationId' in wanted) {
    const { organizationId } = wanted
    const isReady = { organizationId, organization: { companyDomains: { some: proven } } }
    const row = await db.identityProvider.findFirst({ where: isReady })
    return row ? { organizationId } : { none: true }
  }
  const domain = domainOf(wanted.email.trim())
  if (domain === undefined) return { none: true }
  const [first, another] = await db.companyDomain.findMany({
    where: { domain, ...proven, organization: { identityProvider: { isNot: null } } },
    orderBy: { organizationId: 'asc' },
    take: 2,
  })
  if (!first) return { none: true }
  return another ? { several: true } : { organizationId: first.organizationId }
}

const proven = { provenAt: { not: null } } as const
