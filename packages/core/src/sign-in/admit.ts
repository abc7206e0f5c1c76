import type { UserActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { actorOfMember } from '../organizations/index.ts'
import { noRules, type SessionFacts, type UnmetRule, unmetRule } from './rules.ts'

/** What a session may do in an organization: act as a member, or first sign in differently. */
export type Admission =
  | { readonly actor: UserActor; readonly unmet?: undefined }
  | { readonly unmet: UnmetRule; readonly actor?: undefined }

/**
 * The only way from a console session to an actor. A session through a provider is valid only in the organization of
 * that provider.
 *
 * @returns undefined without such an organization, or if the person is no member
 */
export async function admitMember(
  core: Pick<Core, 'db' | 'clock'>,
  session: SessionFacts,
  organizationId: string,
): Promise<Admission | undefined> {
  const { userId, companyOrganizationId } = session
  if (companyOrganizationId !== null && companyOrganizationId !== organizationId) return undefined
  const [actor, rules] = await Promise.all([
    actorOfMember(core, { userId, organizationId }),
    core.db.signInRules.findUnique({ where: { organizationId } }),
  ])
  if (!actor) return undefined
  const unmet = unmetRule(rules ?? noRules, session, core.clock())
  return unmet === undefined ? { actor } : { unmet }
}
