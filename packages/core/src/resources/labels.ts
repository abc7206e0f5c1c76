import { labelLimit } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'

/** Throws `invalid-request` if a resource would have too many labels after a patch. */
export function requireFewLabels(labels: Record<string, string>): void {
  if (Object.keys(labels).length <= labelLimit) return
  throw invalidRequest([
    { pointer: '/body/labels', detail: `would exceed the limit of ${labelLimit} labels` },
  ])
}
