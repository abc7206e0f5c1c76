import type { Key, KeyCall } from '@sluice/contract'
import { admits } from '#keys/address/admits.ts'
import type { KeyChange } from '#keys/edit/change.ts'
import { texts } from '#texts/requests.ts'

/** What of a key would have to change for a refused call to be let in; undefined where that would not do. */
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

/** A change of {@link changeFor} as the words of its button. */
export function wordsOfChange({ allowedIpCidrs }: KeyChange): string {
  return allowedIpCidrs ? texts.addAddress : texts.addScope
}
