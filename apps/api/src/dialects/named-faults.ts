import type { Fault } from '@sluice/contract'

/** Faults that a message names, each with its first place. */
const NAMED = 5

/** Faults as one line of text; `placeOf` says where a pointer points. */
export function namedFaults(
  faults: readonly Fault[],
  placeOf: (pointer: string) => string,
): string {
  const kinds = [...Map.groupBy(faults, ({ detail }) => detail)]
  const said = kinds.slice(0, NAMED).map(([detail, [first, ...others]]) => {
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    return `${placeOf(first?.pointer ?? '')}${more}: ${detail}`
  })
  const rest = kinds.length - said.length
  return [...said, ...(rest > 0 ? [`and ${rest} other faults`] : [])].join('; ')
}
