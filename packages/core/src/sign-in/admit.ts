import type { UserActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { actorOfMember } from '../organizations/index.ts'
import { noRules, type SessionFacts, type UnmetRule, unmetRule } from './rules.ts'

/** What a session is in an organization: somebody who may act there, or a member who must sign in otherwise first. */
export type Admission =
  | { readonly actor: UserActor; readonly unmet?: undefined }
  | { readonly unmet: UnmetRule; readonly actor?: undefined }

/**
 * The only way from a session of the console to an actor. A session by a provider opens the organization whose provider
 * it was, and no other one.
 *
 * @returns undefined where there is no such organization, or the person is no member of it
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
