/** A field of an audited record, whose shape may be that of an older version. */
function memberOf(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null && Object.hasOwn(record, name)
    ? (record as Record<string, unknown>)[name]
    : undefined
}

/** A text field; undefined if it is missing or not a text. */
export function textOf(record: unknown, name: string): string | undefined {
  const member = memberOf(record, name)
  return typeof member === 'string' ? member : undefined
}

/** A number field, or the length of a list field; 0 otherwise. */
export function countOf(record: unknown, name: string): number {
  const member = memberOf(record, name)
  if (Array.isArray(member)) return member.length
  return typeof member === 'number' ? member : 0
}

/** A nested record. */
export function recordIn(record: unknown, name: string): unknown {
  return memberOf(record, name)
}
