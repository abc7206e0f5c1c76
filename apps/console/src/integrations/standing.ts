import type { Delivery, Integration } from '@sluice/contract'

/** The state of an integration, as the label of its status mark. */
export function standingOf({
  enabled,
  withheldReason,
  droppingSince,
  failingSince,
}: Integration): string {
  if (!enabled) return 'Disabled'
  if (withheldReason) return 'Withheld'
  if (droppingSince) return 'Dropping'
  return failingSince ? 'Failing' : 'Enabled'
}

/** The state of a delivery, as the label of its status mark. A failed one that will be retried is Retrying. */
export function deliveryStanding({ status, tries }: Delivery): string {
  if (status === 'Succeeded') return 'Delivered'
  if (status === 'Failed') return 'Failed'
  return tries > 0 ? 'Retrying' : 'Waiting'
}
