/** A member of a record that is kept of a change: whatever that was at the time. */
function memberOf(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null && Object.hasOwn(record, name)
    ? (record as Record<string, unknown>)[name]
    : undefined
}

/** A text; undefined where there is none. */
export function textOf(record: unknown, name: string): string | undefined {
  const member = memberOf(record, name)
  return typeof member === 'string' ? member : undefined
}

/** A number, or the length of a list; 0 where there is neither. */
export function countOf(record: unknown, name: string): number {
  const member = memberOf(record, name)
  if (Array.isArray(member)) return member.length
  return typeof member === 'number' ? member : 0
}

/** A record within one. */
export function recordIn(record: unknown, name: string): unknown {
  return memberOf(record, name)
}
