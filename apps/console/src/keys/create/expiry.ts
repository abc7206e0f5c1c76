export const expiryChoices = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
  { value: 'custom', label: 'Custom' },
] as const

export type ExpiryChoice = (typeof expiryChoices)[number]['value']

const DAY = 24 * 60 * 60 * 1000

/**
 * When a key expires, in UTC; null: never. A custom time that is not filled in yet stays empty, so that it is refused and
 * not taken for "never".
 */
export function expiryOf(choice: ExpiryChoice, custom: string, now: Date): string | null {
  if (choice === 'never') return null
  if (choice === 'custom') return custom
  return new Date(now.getTime() + Number(choice) * DAY).toISOString()
}
