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
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, effort)).join()}]`
  const names = Object.keys(value).sort()
  const member = (name: string) =>
    `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name], effort)}`
  return `{${names.map(member).join()}}`
}
