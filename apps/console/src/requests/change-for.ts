import type { Key, KeyCall } from '@sluice/contract'
import { admits } from '#keys/address/admits.ts'
import type { KeyChange } from '#keys/edit/change.ts'
import { texts } from '#texts/requests.ts'

/** The change of a key that would allow a refused call; undefined if no change would. */
export function changeFor(
  { problem, missingNow, address }: Pick<KeyCall, 'problem' | 'missingNow' | 'address'>,
  key: Pick<Key, 'scopes' | 'allowedIpCidrs'>,
): KeyChange | undefined {
  if (problem === 'address-not-allowed' && !admits(key.allowedIpCidrs, address)) {
    return { allowedIpCidrs: [...key.allowedIpCidrs, address] }
  }
  if (missingNow.length === 0) return undefined
  return { scopes: [...key.scopes, ...missingNow] }
}

/** Label of the button that applies a change of {@link changeFor}. */
export function wordsOfChange({ allowedIpCidrs }: KeyChange): string {
  return allowedIpCidrs ? texts.addAddress : texts.addScope
}
