import { Prisma } from '../database/generated/client.ts'

/**
 * A text for `contains`, `startsWith` or `endsWith`. Prisma does not escape LIKE's wildcards in these, and ids often have
 * underscores.
 */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A condition on a text column: contains this text, ignoring case. */
export function containing(text: string) {
  return { contains: literally(text), mode: 'insensitive' } as const
}

/** Rows with this label, given as name or name=value; all rows if there is none. Things use tokens instead. */
export function labelCondition(label: string | undefined) {
  if (label === undefined) return {}
  const [name = ''] = label.split('=', 1)
  const path = [name]
  if (name === label) return { labels: { path, not: Prisma.AnyNull } }
  return { labels: { path, equals: label.slice(name.length + 1) } }
}

/** Rows whose id or name contains this text; all rows if there is none. */
export function textCondition(text: string | undefined) {
  if (text === undefined) return {}
  const contains = containing(text)
  return { OR: [{ id: contains }, { name: contains }] }
}
