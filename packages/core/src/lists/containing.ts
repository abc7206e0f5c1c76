/**
 * A text column that holds this text, whatever its case. Prisma leaves LIKE's wildcards in a `contains` as they
 * are; ids often have an underscore.
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
