import { SluiceProblem } from '@sluice/client'

/**
 * Whether it is an answer of Sluice. A fault before the first of them, such as a refused connection, is more likely a
 * wrong address than an outage.
 */
export function isFromSluice(fault: unknown): fault is SluiceProblem {
  return fault instanceof SluiceProblem && fault.code !== undefined
}
