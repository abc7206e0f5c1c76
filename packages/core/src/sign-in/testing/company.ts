import { randomUUID } from 'node:crypto'
import { newPeople, request } from '../../members/testing/people.ts'
import { accessBy } from '../../people/index.ts'
import type { TestCore } from '../../testing/core.ts'
import { grantDomain } from '../domains.ts'
import { type Identity, identifyPerson } from '../identify.ts'
import { type ProviderDraft, setProvider } from '../provider.ts'
import type { SessionFacts } from '../rules.ts'

const issuer = 'https://login.example'
const clientSecret = 'the secret of the client'
export const draft = { issuer, clientId: 'sluice', clientSecret, joinRole: null } as const

export const byCompany = (organizationId: string) =>
  ({ method: 'company', companyOrganizationId: organizationId }) as const

/** A session that began now, with a password by default. */
export function sessionOf(
  core: TestCore,
  userId: string,
  facts: Partial<SessionFacts> = {},
): SessionFacts {
  return {
    ...{ userId, method: 'password', companyOrganizationId: null, hasSecondFactor: false },
    ...{ createdAt: core.clock(), ...facts },
  }
}

/** The access of a person who has just signed in. */
export async function accessOf(core: TestCore, userId: string) {
  const access = await accessBy(core, { userId })
  if (!access) throw new Error('There is no such account.')
  return access
}

/** An organization with a provider and a proven domain. */
export async function newCompany(core: TestCore, change: Partial<ProviderDraft> = {}) {
  const people = await newPeople(core)
  const owner = await people.as(people.owner.userId)
  const session = sessionOf(core, people.owner.userId)
  const domain = `${randomUUID()}.example`
  await setProvider(owner, { ...draft, ...change }, session)
  await grantDomain(await people.asSystem(), domain)
  const identity = (name: string, facts: Partial<Identity> = {}): Identity => ({
    ...{ organizationId: people.id, issuer, clientId: 'sluice', subject: `${name}-1` },
    ...{ email: `${name}@${domain}`, emailVerified: true, name, ...facts },
  })
  const identify = (name: string, facts: Partial<Identity> = {}) =>
    identifyPerson(core, identity(name, facts), request)
  const roleOf = async (userId: string) => {
    const of = { organizationId: people.id, userId }
    return (await core.db.membership.findFirst({ where: of }))?.role
  }
  return {
    ...people,
    owner,
    ownerId: people.owner.userId,
    session,
    domain,
    identity,
    identify,
    roleOf,
  }
}
