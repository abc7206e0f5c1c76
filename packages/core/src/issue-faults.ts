import type { Fault } from '@sluice/contract'
import type { z } from 'zod'
import { stepsBelow } from './json-pointer.ts'

/** What a schema found wrong, as faults below a pointer. */
export function faultsOf(pointer: string, issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: stepsBelow(pointer, [...issue.path, key]),
      detail: 'is not a known field',
    }))
  }
  if (issue.code === 'invalid_key') {
    const detail = issue.issues[0]?.message ?? issue.message
    return [{ pointer: stepsBelow(pointer, issue.path), detail }]
  }
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return [
    {
      pointer: stepsBelow(pointer, issue.path),
      detail: missing ? 'is required' : issue.message.replace(/^Invalid input: /, ''),
    },
  ]
}
