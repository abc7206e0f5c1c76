import type { Key } from '@sluice/contract'
import type { Logged } from '../audit/logged.ts'

type Access = Pick<Key, 'scopes' | 'allowedIpCidrs'>

/** The access of a key before some changes (oldest first), as recorded by the first of them that has it. */
export function keyThen(now: Access, since: readonly Pick<Logged, 'before'>[]) {
  const earlier = since.map(({ before }) => before).find(isAccess)
  const { scopes, allowedIpCidrs } = earlier ?? now
  const hasChanged =
    JSON.stringify([scopes, allowedIpCidrs]) !== JSON.stringify([now.scopes, now.allowedIpCidrs])
  return { scopes, allowedIpCidrs, hasChanged }
}

function isAccess(record: unknown): record is Access {
  const { scopes, allowedIpCidrs } = (record ?? {}) as Partial<Access>
  return Array.isArray(scopes) && Array.isArray(allowedIpCidrs)
}
