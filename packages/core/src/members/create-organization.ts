import type { Core } from '../context.ts'
import { createOrganization } from '../organizations/index.ts'
import { countingMail, OPERATORS } from './invitations/count-mail.ts'
import { type Invited, invite } from './invitations/create.ts'
import { addressIn } from './invitations/draft.ts'

interface NewOwnedOrganization {
  readonly id: string
  readonly name: string
  /** The invited owner; without one, nobody owns it yet. */
  readonly owner?: { readonly email: string; readonly byMail?: boolean } | undefined
}

/**
 * Creates a tenant and the invitation of its owner, both or neither.
 *
 * @returns its record; with an owner also their invitation and the secret of its link
 * @throws Problem `conflict` if the id is taken, `invalid-request` for an invalid address, `rate-limited` for too many
 * mails in an hour
 */
export async function createOwnedOrganization(
  core: Core,
  { owner, ...organization }: NewOwnedOrganization,
): Promise<{ id: string; name: string; createdAt: string; invited?: Invited | undefined }> {
  if (!owner) return createOrganization(core, organization)
  const wanted = {
    email: addressIn(owner.email),
    role: 'owner',
    byMail: owner.byMail === true,
  } as const
  const made: Invited[] = []
  const record = await countingMail(core, { sender: OPERATORS, ...wanted }, () =>
    createOrganization(core, organization, async (ctx) => {
      made.push(await invite({ ...ctx, standing: 'owner' }, wanted))
    }),
  )
  return { ...record, invited: made[0] }
}
