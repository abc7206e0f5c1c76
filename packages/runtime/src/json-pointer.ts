/** A JSON pointer with further steps (RFC 6901): `~` and `/` within a step are escaped. */
export function stepsBelow(pointer: string, steps: readonly PropertyKey[]): string {
  return [pointer, ...steps.map(escaped)].join('/')
}

function escaped(step: PropertyKey): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1')
}
