/**
 * A text column that holds this text, whatever its case. Prisma leaves LIKE's wildcards in a `contains` as they
 * are; ids often have an underscore.
 */
export function containing(text: string) {
  return { contains: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const
}
