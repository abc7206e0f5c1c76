/**
 * Canonical JSON (RFC 8785): members sorted by name, no spaces, numbers and strings as JavaScript writes
 * them. Postgres' jsonb sorts members and writes numbers otherwise, but keeps every value. So what is read
 * back has the same canonical form as what was written.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
