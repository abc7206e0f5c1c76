import type { z } from 'zod'

/** What a schema found wrong, and where. */
interface Finding {
  readonly path: readonly PropertyKey[]
  readonly detail: string
}

/** What one of a schema's issues comes to, in the words of this API. */
export function findingsOf(issue: z.core.$ZodIssue): Finding[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], detail: 'is not a known field' }))
  }
  if (issue.code === 'invalid_key') {
    return [{ path, detail: issue.issues[0]?.message ?? issue.message }]
  }
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return [{ path, detail: missing ? 'is required' : issue.message.replace(/^Invalid input: /, '') }]
}
