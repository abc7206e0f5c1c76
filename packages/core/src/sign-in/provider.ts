import { Problem } from '@sluice/runtime'
import { isRole, type Role } from '../actor.ts'
import { recordChange } from '../audit/index.ts'
import type { Context, Core } from '../context.ts'
import type { IdentityProvider } from '../database/generated/client.ts'
import { type Binding, openSealed, type Peppers, seal } from '../keys/index.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { organizationPath } from '../scopes/index.ts'
import { changeSignIn } from './owner.ts'
import type { SessionFacts } from './rules.ts'

/** An organization's provider, without its secret. */
export interface ProviderRecord {
  readonly issuer: string
  readonly clientId: string
  /** The role of new people; null if they need an invitation. */
  readonly joinRole: Role | null
  /** UTC */
  readonly updatedAt: string
}

export interface ProviderDraft extends Omit<ProviderRecord, 'updatedAt'> {
  /** Undefined keeps the current one. */
  readonly clientSecret: string | undefined
}

/** What signing in through a provider needs. */
export interface SignInProvider extends Pick<ProviderRecord, 'issuer' | 'clientId'> {
  readonly organizationId: string
  readonly clientSecret: string
}

export function presentProvider(row: IdentityProvider): ProviderRecord {
  const { issuer, clientId, updatedAt } = row
  return { issuer, clientId, joinRole: joinRoleIn(row), updatedAt: updatedAt.toISOString() }
}

/** Changes whenever the provider is set or removed. */
export function providerEtag(row: Pick<IdentityProvider, 'updatedAt'> | null): string {
  return row?.updatedAt.toISOString() ?? 'none'
}

/**
 * Sets the provider of the actor's organization. A different issuer or client ends the sessions through the previous
 * one, and needs its secret again: a stored one must not be sent to another address.
 *
 * @param session the acting owner's own: a session through the current provider cannot replace it
 * @throws Problem `scope-missing`, `conflict`, `precondition-failed`
 */
export function setProvider(
  ctx: Context,
  { issuer, clientId, joinRole, clientSecret }: ProviderDraft,
  session: SessionFacts,
): Promise<ProviderRecord> {
  return changeSignIn(ctx, async (inside) => {
    const { id: organizationId } = inside.actor.organization
    const row = await inside.db.identityProvider.findUnique({ where: { organizationId } })
    requireMatch(ctx, providerEtag(row))
    const isSame = row?.issuer === issuer && row.clientId === clientId
    if (!isSame && clientSecret === undefined) {
      throw new Problem('conflict', { detail: 'Enter the client secret of this provider.' })
    }
    if (row && !isSame) await requireReplaceable(inside, session)
    const data = {
      ...{ issuer, clientId, joinRole, updatedAt: ctx.now },
      ...(clientSecret !== undefined && {
        clientSecret: seal(clientSecret, bindingOf(organizationId), ctx.peppers),
      }),
    }
    const made = row
      ? await inside.db.identityProvider.update({ where: { organizationId }, data })
      : await inside.db.identityProvider.create({
          data: { clientSecret: new Uint8Array(), ...data, organizationId, createdAt: ctx.now },
        })
    if (row && !isSame) await endCompanySessions(inside, organizationId)
    await recordChange(inside, {
      ...{ operation: 'signIn.setProvider', resource: organizationPath },
      ...(row && { before: entryOf(row) }),
      after: { ...entryOf(made), newSecret: clientSecret !== undefined },
    })
    return presentProvider(made)
  })
}

/**
 * Removes the provider, its people's identities, and the sessions through it. It stays recorded who has signed in
 * through it, so that no other provider lets them in again after they were removed from the organization.
 *
 * @throws Problem `scope-missing`, `conflict` while company sign-in is required, `precondition-failed`
 */
export function removeProvider(ctx: Context, session: SessionFacts): Promise<void> {
  return changeSignIn(ctx, async (inside) => {
    const { id: organizationId } = inside.actor.organization
    const row = await inside.db.identityProvider.findUnique({ where: { organizationId } })
    if (!row) throw new Problem('not-found', { detail: 'There is no company sign-in to remove.' })
    requireMatch(ctx, providerEtag(row))
    await requireReplaceable(inside, session)
    await inside.db.identityProvider.delete({ where: { organizationId } })
    await inside.db.companyIdentity.deleteMany({ where: { organizationId } })
    await endCompanySessions(inside, organizationId)
    await recordChange(inside, {
      ...{ operation: 'signIn.removeProvider', resource: organizationPath, before: entryOf(row) },
    })
  })
}

/**
 * Refuses to replace the provider in a session that this provider vouches for. This does not keep the provider's
 * operator out, but makes them visible: such a session could still invite another owner.
 */
async function requireReplaceable(inside: Context, session: SessionFacts): Promise<void> {
  const { id: organizationId } = inside.actor.organization
  const rules = await inside.db.signInRules.findUnique({ where: { organizationId } })
  if (rules?.requireCompany) {
    throw new Problem('conflict', {
      detail: 'Company sign-in is required now. Switch the rule off first.',
    })
  }
  if (session.companyOrganizationId !== null) {
    throw new Problem('conflict', {
      detail: 'You are signed in by this provider. Sign in with your password or a passkey first.',
    })
  }
}

async function endCompanySessions(inside: Context, organizationId: string): Promise<void> {
  await inside.db.session.deleteMany({ where: { companyOrganizationId: organizationId } })
}

/** An organization's provider with its secret: only for signing in, never to be shown. */
export async function providerOf(
  { db, peppers }: Pick<Core, 'db' | 'peppers'>,
  organizationId: string,
): Promise<SignInProvider | undefined> {
  const row = await db.identityProvider.findUnique({ where: { organizationId } })
  if (!row) return undefined
  const { issuer, clientId } = row
  const clientSecret = secretIn(row, peppers)
  return { organizationId, issuer, clientId, clientSecret }
}

function secretIn({ organizationId, clientSecret }: IdentityProvider, peppers: Peppers): string {
  return openSealed(clientSecret, bindingOf(organizationId), peppers)
}

function bindingOf(organizationId: string): Binding {
  return { purpose: 'sluice identity provider secrets', owner: [organizationId] }
}

/** Only owners can make owners. */
function joinRoleIn({ joinRole }: IdentityProvider): Role | null {
  return joinRole !== null && isRole(joinRole) && joinRole !== 'owner' ? joinRole : null
}

function entryOf(row: IdentityProvider) {
  const { issuer, clientId } = row
  return { issuer, clientId, joinRole: joinRoleIn(row) }
}
