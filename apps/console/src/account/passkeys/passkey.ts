import { texts } from '#texts/account-passkeys.tsx'
import type { Account } from '../use-account.ts'

export type Passkey = Account['passkeys'][number]

export function nameOf({ name }: Passkey): string {
  return name || texts.unnamed
}
