/** Counts work, and throws if it exceeds the limit. */
export interface Effort {
  spend(steps: number): void
}

/** A text that is the same for all values that JSON Schema considers equal, whatever the order of members. */
export function canonical(value: unknown, effort: Effort): string {
  effort.spend(2)
  if (typeof value === 'string') effort.spend(value.length >> 4)
  // JSON.stringify writes -0 as 0, to which it is equal.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  // Texts are appended, not joined: V8 copies an appended text only once, however deep it is nested.
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${canonical(item, effort)},`
    return `[${text}]`
  }
  const names = Object.keys(value)
  effort.spend(names.length)
  for (const name of names.sort()) {
    effort.spend(name.length >> 4)
    const member = canonical((value as Record<string, unknown>)[name], effort)
    text += `${JSON.stringify(name)}:${member},`
  }
  return `{${text}}`
}
