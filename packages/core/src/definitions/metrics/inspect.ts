import type { Fault } from '@sluice/contract'
import { unitFault } from '../unit-fault.ts'

/** The fault of a metric definition's draft that its schema cannot see: a unit that is none. */
export function inspectMetricDefinition(body: unknown): Fault[] {
  const unit = (body as { unit?: unknown } | null)?.unit
  if (typeof unit !== 'string' || unit === '') return []
  const detail = unitFault(unit)
  return detail ? [{ pointer: '/body/unit', detail }] : []
}
