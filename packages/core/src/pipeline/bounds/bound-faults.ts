import { callLimits, type Fault, type Operation } from '@sluice/contract'
import { stepsBelow } from '@sluice/runtime'
import type { RawCall } from '../request.ts'
import { boundsOf } from './bounds-of.ts'

/**
 * The lengths, counts and depths of a call that its row does not take, as pointers. Empty for every call whose further
 * judgement is cheap. Bulk bodies are judged by their own readers.
 */
export function boundFaults(row: Operation, call: RawCall): Fault[] {
  const faults: Fault[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = row[part]
    const isBulk = part === 'body' && row.bodyForm === 'bulk'
    if (!schema || isBulk || call[part] === undefined) continue
    boundsOf(schema)(call[part], [], (path, detail) => {
      if (faults.length === callLimits.faults) return
      faults.push({ pointer: stepsBelow(`/${part}`, path), detail })
    })
  }
  return faults
}
