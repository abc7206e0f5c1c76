import type { z } from 'zod'

/** A fault found by a schema, with its path. */
interface Finding {
  readonly path: readonly PropertyKey[]
  readonly detail: string
}

interface Whole {
  /** What members of the schema's own object are called. */
  readonly member?: 'field' | 'parameter'
  /** The known members, listed if an unknown one was given. */
  readonly known?: readonly string[]
}

/** The findings of a schema's issue, in the wording of this API. */
export function findingsOf(issue: z.core.$ZodIssue, whole: Whole = {}): Finding[] {
  const { member = 'field', known = [] } = whole
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const there = path.length === 0 && known.length > 0 ? `; there are ${known.join(', ')}` : ''
    const detail = `is not a known ${member}${there}`
    return issue.keys.map((key) => ({ path: [...path, key], detail }))
  }
  if (issue.code === 'invalid_key') {
    return [{ path, detail: issue.issues[0]?.message ?? issue.message }]
  }
  return [{ path, detail: isUnworded(issue) ? wordsFor(issue) : issue.message }]
}

/** Recognizes the library's own messages; those of the contract are kept. */
function isUnworded({ message }: z.core.$ZodIssue): boolean {
  return /^(Invalid|Too big|Too small)\b.*: /.test(message) || message === 'Invalid input'
}

function wordsFor(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords(issue)
    case 'invalid_value':
      return `must be ${orList(issue.values.map(String))}`
    case 'too_small':
      if (issue.inclusive === false) return `must be more than ${issue.minimum}`
      return `must ${boundWords(issue.origin, 'least', Number(issue.minimum))}`
    case 'too_big':
      if (issue.inclusive === false) return `must be less than ${issue.maximum}`
      return `must ${boundWords(issue.origin, 'most', Number(issue.maximum))}`
    case 'invalid_union':
      return 'has none of the accepted forms'
    default:
      return issue.message.replace(/^Invalid \w+: /, '')
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function typeWords({ expected, message }: z.core.$ZodIssueInvalidType): string {
  const received = /received (\w+)$/.exec(message)?.[1] ?? ''
  if (received === 'undefined') return 'is required'
  const wanted = typeNames[expected] ?? expected
  const given = received === 'boolean' ? 'a boolean' : typeNames[received]
  const isPlain = given === undefined || (expected === 'int' && received === 'number')
  return isPlain ? `must be ${wanted}` : `must be ${wanted}, not ${given}`
}

function boundWords(origin: string, side: 'least' | 'most', bound: number): string {
  if (origin === 'string') return `have at ${side} ${bound} character${bound === 1 ? '' : 's'}`
  if (origin === 'array') return `have at ${side} ${bound} element${bound === 1 ? '' : 's'}`
  return `be at ${side} ${bound}`
}

function orList(values: readonly string[]): string {
  const last = values.at(-1) ?? ''
  return values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${last}` : last
}
