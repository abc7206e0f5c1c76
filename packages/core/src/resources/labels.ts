import { labelLimit } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'

/** Throws `invalid-request` if a resource would have too many labels after a patch. */
export function requireFewLabels(labels: Record<string, string>): void {
  if (Object.keys(labels).length <= labelLimit) return
  throw invalidRequest([
    { pointer: '/body/labels', detail: `would exceed the limit of ${labelLimit} labels` },
  ])
}

/** Throws `invalid-request` for a resource that would have too many labels, or these faults, after a patch. */
export function requireConsistent(
  labels: Record<string, string>,
  faults: readonly { readonly field: string; readonly message: string }[],
): void {
  requireFewLabels(labels)
  if (faults.length === 0) return
  throw invalidRequest(
    faults.map(({ field, message }) => ({ pointer: `/body/${field}`, detail: message })),
  )
}
