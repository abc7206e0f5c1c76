/** A labels column that has a label: `name`, whatever its value, or `name=value`. */
export function hasLabel(filter: string) {
  const at = filter.indexOf('=')
  if (at < 0) return { path: [filter], string_starts_with: '' }
  return { path: [filter.slice(0, at)], equals: filter.slice(at + 1) }
}
