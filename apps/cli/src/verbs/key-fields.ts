import type { Key } from '@sluice/contract'
import { formatScope } from './scope-text.ts'

/** A key's record as lines for people. */
export function keyFields(key: Key): Record<string, string> {
  return {
    id: key.id,
    type: key.keyType,
    name: key.name,
    status: key.status,
    scopes: key.scopes.map(formatScope).join(' '),
    'allowed from': key.allowedIpCidrs.join(' ') || 'anywhere',
    'budget share': key.budgetShare === null ? 'all' : `${key.budgetShare} %`,
    expires: key.expiresAt ?? 'never',
  }
}
