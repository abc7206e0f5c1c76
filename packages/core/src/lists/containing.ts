import { Prisma } from '../database/generated/client.ts'

/**
 * A condition on a text column: it contains this text, whatever its case. Prisma does not escape LIKE's
 * wildcards in `contains`, and ids often have an underscore.
 */
export function containing(text: string) {
  return { contains: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const
}

/** Rows that have this label: a name, or name=value; every row when there is none. Things have tokens instead. */
export function labelCondition(label: string | undefined) {
  if (label === undefined) return {}
  const [name = ''] = label.split('=', 1)
  const path = [name]
  if (name === label) return { labels: { path, not: Prisma.AnyNull } }
  return { labels: { path, equals: label.slice(name.length + 1) } }
}

/** Rows whose id or name holds this text; every row when there is none. */
export function textCondition(text: string | undefined) {
  if (text === undefined) return {}
  const contains = containing(text)
  return { OR: [{ id: contains }, { name: contains }] }
}
