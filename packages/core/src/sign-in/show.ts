import type { Context } from '../context.ts'
import { type DomainRecord, presentDomain } from './domains.ts'
import { requireOwner } from './owner.ts'
import { type ProviderRecord, presentProvider, providerEtag } from './provider.ts'
import type { SignInRules } from './rules.ts'
import { rulesEtag, rulesIn } from './set-rules.ts'

/** How people sign in to an organization, without secrets. */
export interface SignInSettings {
  readonly provider: ProviderRecord | null
  /** By name. */
  readonly domains: readonly DomainRecord[]
  readonly rules: SignInRules
  /** For If-Match. */
  readonly etags: { readonly provider: string; readonly rules: string }
}

/** For owners. Throws Problem `scope-missing`. */
export async function showSignIn(ctx: Context): Promise<SignInSettings> {
  await requireOwner(ctx)
  const where = { organizationId: ctx.actor.organization.id }
  const [provider, domains, rules] = await Promise.all([
    ctx.db.identityProvider.findUnique({ where }),
    ctx.db.companyDomain.findMany({ where, orderBy: { domain: 'asc' } }),
    ctx.db.signInRules.findUnique({ where }),
  ])
  return {
    provider: provider && presentProvider(provider),
    domains: domains.map(presentDomain),
    rules: rulesIn(rules),
    etags: { provider: providerEtag(provider), rules: rulesEtag(rulesIn(rules)) },
  }
}
