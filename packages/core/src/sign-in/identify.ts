import { randomUUID } from 'node:crypto'
import { isName } from '@sluice/contract'
import { isStorable, Problem } from '@sluice/runtime'
import { z } from 'zod'
import type { Role } from '../actor.ts'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import {
  inTurnOfMembers,
  type Joined,
  joinIdentified,
  offeredRole,
  wasMember,
} from '../members/index.ts'
import { proofColumns } from '../organizations/index.ts'
import { type Access, isAccessStill, type PersonRequest } from '../people/index.ts'
import { claimByCompany, isAnybodys } from './claim.ts'
import { domainOf } from './domain.ts'

/** A person as identified by an organization's provider. */
export interface Identity {
  readonly organizationId: string
  readonly issuer: string
  readonly clientId: string
  readonly subject: string
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly name: string | undefined
}

/**
 * The result of an identification:
 *
 * - `member`: the person may have a session in this organization. `claimed`: their account could be anybody's until now,
 *   and all earlier ways to sign in to it have ended. `joined`: they were no member until now.
 * - `confirm`: the address has an account, whose holder must sign in to it once to show that it is theirs.
 */
export type Identified =
  | {
      readonly kind: 'member'
      readonly userId: string
      readonly claimed?: true
      readonly joined?: Joined
    }
  | { readonly kind: 'confirm'; readonly email: string }
  | { readonly kind: 'refused'; readonly why: IdentityRefusal }

/** `changed`: the provider has been replaced meanwhile. */
export type IdentityRefusal = 'unverified' | 'domain' | 'invitation' | 'changed'

const emailSchema = z.email().max(254)
const LONGEST_NAME = 100
const LONGEST_SUBJECT = 255

/**
 * Finds or creates the person that an organization's provider has identified. The provider is trusted only for
 * addresses in the organization's proven domains. Once known, a person is found by the provider's subject, whatever
 * their address. An account that anybody may have created for the address is claimed: its creator loses it.
 *
 * @throws Problem `conflict` for concurrent changes
 */
export async function identifyPerson(
  ...given: Parameters<typeof identifyOnce>
): Promise<Identified> {
  try {
    return await identifyOnce(...given)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
    // Of two concurrent sign-ins of a person one fails, and now finds what the other has done.
    return identifyOnce(...given)
  }
}

async function identifyOnce(
  core: Core,
  identity: Identity,
  request: PersonRequest,
): Promise<Identified> {
  const { db } = core
  const { organizationId } = identity
  const checked = await checkedAddress(db, identity)
  if ('why' in checked) return { kind: 'refused', why: checked.why }
  const known = await db.companyIdentity.findUnique({
    where: { organizationId_issuer_subject: keyOf(identity) },
    include: { user: true },
  })
  const account = known?.user ?? (await db.user.findUnique({ where: { email: checked.email } }))
  const isMember = account !== null && (await hasMembership(db, organizationId, account.id))
  const emails = [...new Set([checked.email, account?.email ?? checked.email])]
  const joinRoleIn = async (db: Context['db']) =>
    account ? joinRoleOf(db, organizationId, account.id, checked) : checked.joinRole
  if (!isMember) {
    const offer = { organizationId, emails, joinRole: await joinRoleIn(db) }
    const role = await offeredRole(db, offer, core.clock())
    if (role === undefined) return { kind: 'refused', why: 'invitation' }
  }
  const claims = account !== null && !known && (await isAnybodys(db, organizationId, account.id))
  if (account && !known && !claims) return { kind: 'confirm', email: checked.email }
  if (known && isMember) return { kind: 'member', userId: known.userId }
  const { id: userId, email } = account ?? { id: randomUUID(), email: checked.email }
  const name = account && !claims ? account.name : nameOf(identity, checked.email)
  const joined = await inTurnOfMembers(core, organizationId, async (within) => {
    const scene = { core, db: within, request, organizationId }
    // Joined meanwhile: there is nothing to change, and so nothing to audit.
    if (known && (await hasMembership(within, organizationId, userId))) {
      throw new Problem('conflict', { detail: STALE })
    }
    // Again: they may have left meanwhile.
    const joinRole = await joinRoleIn(within)
    if (!account) await makeAccount(within, { id: userId, name, email }, identity, core)
    const holder = { ...keyOf(identity), userId, name }
    if (claims && !(await claimByCompany(scene, holder))) {
      throw new Problem('conflict', { detail: STALE })
    }
    return enter(scene, { id: userId, name, email, emails, joinRole })
  })
  return { kind: 'member', userId, ...(claims && { claimed: true }), ...(joined && { joined }) }
}

/**
 * The role with which a person with an account joins without an invitation. None for people who were members, or signed
 * in through the company before, whoever the provider says they are now: they would have a role that was taken from them.
 */
async function joinRoleOf(
  db: Context['db'],
  organizationId: string,
  userId: string,
  { joinRole }: { readonly joinRole: Role | null },
): Promise<Role | null> {
  if (joinRole === null) return null
  const wasIdentified = await db.companyPerson.count({ where: { organizationId, userId } })
  const isKnown = wasIdentified > 0 || (await wasMember(db, { organizationId, userId }))
  return isKnown ? null : joinRole
}

/** Creates an account that can only sign in through this organization's provider: its address is not proven otherwise. */
async function makeAccount(
  db: Transaction,
  person: { readonly id: string; readonly name: string; readonly email: string },
  identity: Identity,
  { clock }: Pick<Core, 'clock'>,
): Promise<void> {
  await db.user.create({ data: { ...person, ...proofColumns('none') } })
  const data = { ...keyOf(identity), userId: person.id, createdAt: clock() }
  await db.companyIdentity.create({ data })
}

/**
 * Connects an account with its holder's identity at the provider, after they signed in to it themselves.
 *
 * @param access who is signed in with a password or passkey, as read with their session
 * @returns what they have joined, if they were no member until now
 * @throws Problem `conflict` if they may not, or no longer
 */
export function confirmIdentity(
  core: Core,
  { identity, access }: { identity: Identity; access: Access },
  request: PersonRequest,
): Promise<Joined | undefined> {
  const { organizationId } = identity
  const { userId } = access
  return inTurnOfMembers(core, organizationId, async (db) => {
    if (!(await isAccessStill({ db }, access))) throw new Problem('conflict', { detail: STALE })
    const checked = await checkedAddress(db, identity)
    if ('why' in checked) throw new Problem('conflict', { detail: STALE })
    const account = await db.user.findUniqueOrThrow({ where: { id: userId } })
    if (account.email !== checked.email) {
      throw new Problem('conflict', {
        detail: `You are signed in as ${account.email}. Sign in as ${checked.email} to connect that account.`,
      })
    }
    const where = { organizationId_issuer_subject: keyOf(identity) }
    const holder = await db.companyIdentity.findUnique({ where })
    if (holder && holder.userId !== userId) throw new Problem('conflict', { detail: STALE })
    const joinRole = await joinRoleOf(db, organizationId, userId, checked)
    const { count: earlier } = await db.companyIdentity.deleteMany({
      where: { organizationId, userId, NOT: keyOf(identity) },
    })
    // Those who signed in as the earlier identity need not be the same.
    if (earlier > 0) {
      await db.session.deleteMany({ where: { userId, companyOrganizationId: organizationId } })
    }
    const data = { ...keyOf(identity), userId, createdAt: core.clock() }
    if (!holder) await db.companyIdentity.create({ data })
    const { id, name, email } = account
    const scene = { core, db, request, organizationId }
    const offer = { emails: [email], joinRole, operation: 'members.connectCompany' } as const
    return enter(scene, { id, name, email, ...offer })
  })
}

const STALE = 'This sign-in is no longer good. Begin again with “Sign in with your company”.'

/** The verified address, and the role with which new people join. */
async function checkedAddress(
  db: Context['db'],
  identity: Identity,
): Promise<{ email: string; joinRole: Role | null } | { why: IdentityRefusal }> {
  const { organizationId, issuer, clientId, subject } = identity
  const provider = await db.identityProvider.findUnique({ where: { organizationId } })
  if (provider?.issuer !== issuer || provider.clientId !== clientId) return { why: 'changed' }
  if (subject === '' || subject.length > LONGEST_SUBJECT || !isStorable(subject)) {
    return { why: 'unverified' }
  }
  const parsed = emailSchema.safeParse(identity.email?.toLowerCase())
  if (!identity.emailVerified || !parsed.success) return { why: 'unverified' }
  const domain = domainOf(parsed.data)
  const row =
    domain !== undefined &&
    (await db.companyDomain.findUnique({
      where: { organizationId_domain: { organizationId, domain } },
    }))
  if (!row || row.provenAt === null) return { why: 'domain' }
  const { joinRole } = provider
  return {
    email: parsed.data,
    joinRole: joinRole === 'admin' || joinRole === 'viewer' ? joinRole : null,
  }
}

function keyOf({ organizationId, issuer, subject }: Identity) {
  return { organizationId, issuer, subject }
}

async function hasMembership(db: Context['db'], organizationId: string, userId: string) {
  const of = { organizationId, userId }
  return (await db.membership.count({ where: of })) > 0
}

/** Throws if an earlier offer is no longer valid. */
async function enter(
  ...[scene, person]: Parameters<typeof joinIdentified>
): Promise<Joined | undefined> {
  const { isMember, joined } = await joinIdentified(scene, person)
  if (isMember) return joined
  throw new Problem('conflict', { detail: STALE })
}

function nameOf({ name: given }: Identity, email: string): string {
  const name = given?.trim() ?? ''
  if (name !== '' && name.length <= LONGEST_NAME && isStorable(name) && isName(name)) return name
  return email.slice(0, email.lastIndexOf('@')).slice(0, LONGEST_NAME)
}
