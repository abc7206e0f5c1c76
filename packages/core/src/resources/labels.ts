import { labelLimit } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'

/** Throws `invalid-request` when a patch would leave a resource with more labels than it may have. */
export function requireFewLabels(labels: Record<string, string>): void {
  if (Object.keys(labels).length <= labelLimit) return
  throw invalidRequest([
    { pointer: '/body/labels', detail: `would exceed the limit of ${labelLimit} labels` },
  ])
}
