import type { Fault } from '@sluice/contract'
import { unitFault } from '../unit-fault.ts'

/** A fault of a draft that its schema cannot detect: an invalid unit. */
export function inspectMetricDefinition(body: unknown): Fault[] {
  const unit = (body as { unit?: unknown } | null)?.unit
  if (typeof unit !== 'string' || unit === '') return []
  const detail = unitFault(unit)
  return detail ? [{ pointer: '/body/unit', detail }] : []
}
