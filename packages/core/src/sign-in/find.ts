import type { Core } from '../context.ts'
import { domainOf } from './domain.ts'

/** What somebody entered who wants to sign in by their company. */
export type Wanted = { readonly email: string } | { readonly organizationId: string }

/** The organization whose provider signs in; `several` where an address alone does not say which. */
export type FoundCompany =
  | { readonly organizationId: string }
  | { readonly none: true }
  | { readonly several: true }

/**
 * Finds whose provider signs somebody in. It goes by proven domains and ids of organizations alone: nothing that it
 * answers depends on which accounts there are.
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
