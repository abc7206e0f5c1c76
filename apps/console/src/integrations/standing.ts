import type { Delivery, Integration } from '@sluice/contract'

/** How an integration fares, in the words of its mark. */
export function standingOf({
  enabled,
  withheldReason,
  droppingSince,
  failingSince,
}: Integration): string {
  if (!enabled) return 'Disabled'
  if (withheldReason) return 'Withheld'
  if (droppingSince) return 'Dropping'
  return failingSince ? 'Failing' : 'Working'
}

/** A delivery's status in the words of its mark: one that failed and will be tried again says so. */
export function deliveryStanding({ status, tries }: Delivery): string {
  if (status === 'Succeeded') return 'Delivered'
  if (status === 'Failed') return 'Failed'
  return tries > 0 ? 'Retrying' : 'Waiting'
}
