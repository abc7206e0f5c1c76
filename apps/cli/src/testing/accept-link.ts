import { acceptInvitation, type Core } from '@sluice/core'

/** Accepts an invitation by its link, without an existing account. */
export async function acceptLink(core: Core, link: string): Promise<void> {
  const by = { name: 'Eve', passwordHash: 'old hash' }
  const secret = new URL(link).hash.slice(1)
  await acceptInvitation(core, { secret, by }, { address: null, requestId: 'test' })
}
