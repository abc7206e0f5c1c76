/**
 * A condition on a text column: it contains this text, whatever its case. Prisma does not escape LIKE's
 * wildcards in `contains`, and ids often have an underscore.
 */
export function containing(text: string) {
  return { contains: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const
}

/** Rows whose id or name holds this text; every row when there is none. */
export function textCondition(text: string | undefined) {
  if (text === undefined) return {}
  const contains = containing(text)
  return { OR: [{ id: contains }, { name: contains }] }
}
