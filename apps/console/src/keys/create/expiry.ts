import { texts } from '#texts/keys-create.tsx'

export const expiryChoices = [
  { value: '7', label: texts.expiry.days7 },
  { value: '30', label: texts.expiry.days30 },
  { value: '90', label: texts.expiry.days90 },
  { value: '365', label: texts.expiry.year },
  { value: 'never', label: texts.expiry.never },
  { value: 'custom', label: texts.expiry.custom },
] as const

export type ExpiryChoice = (typeof expiryChoices)[number]['value']

const DAY = 24 * 60 * 60 * 1000

/**
 * When a key expires, in UTC; null means never. A custom time that is not filled in yet stays empty, so that it is
 * rejected and not read as "never".
 */
export function expiryOf(choice: ExpiryChoice, custom: string, now: Date): string | null {
  if (choice === 'never') return null
  if (choice === 'custom') return custom
  return new Date(now.getTime() + Number(choice) * DAY).toISOString()
}
