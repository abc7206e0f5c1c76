import { callLimits, type Fault, type Operation } from '@sluice/contract'
import { stepsBelow } from '@sluice/runtime'
import type { RawCall } from '../pipeline/request.ts'
import { boundsOf, type Report } from './bounds-of.ts'

/**
 * Faults of lengths, counts and depths in a call. If there are none, all further checks are cheap. Bulk bodies are
 * checked by their own readers.
 */
export function boundFaults(row: Operation, call: RawCall): Fault[] {
  const faults: Fault[] = []
  const path: PropertyKey[] = []
  let part: (typeof parts)[number] = 'params'
  const report: Report = (where, detail) => {
    if (faults.length === callLimits.faults) return
    faults.push({ pointer: stepsBelow(`/${part}`, where), detail })
  }
  for (part of parts) {
    const schema = row[part]
    const isBulk = part === 'body' && row.bodyForm === 'bulk'
    if (schema && !isBulk && call[part] !== undefined) boundsOf(schema)(call[part], path, report)
  }
  return faults
}

const parts = ['params', 'query', 'body'] as const
