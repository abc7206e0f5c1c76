import type { Fault } from '@sluice/contract'

/** Faults that a message names, each with its first place. */
const MAX_NAMED = 5

/** Faults as one line of text; `placeOf` describes a pointer. */
export function namedFaults(
  faults: readonly Fault[],
  placeOf: (pointer: string) => string,
): string {
  const kinds = [...Map.groupBy(faults, ({ detail }) => detail)]
  const said = kinds.slice(0, MAX_NAMED).map(([detail, [first, ...others]]) => {
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    return `${placeOf(first?.pointer ?? '')}${more}: ${detail}`
  })
  const rest = kinds.length - said.length
  return [...said, ...(rest > 0 ? [`and ${rest} other faults`] : [])].join('; ')
}

/**
 * Describes the place of a fault in time series: `/body/truck-7@1769860800000/values/temperature` is temperature of
 * truck-7 at that time, and `/body/17` the series (or `called`) with that number.
 */
export function placeOfSeries(called: string): (pointer: string) => string {
  return (pointer) => {
    const [, place = '', rest] = /^\/body\/([^/]+)(?:\/(?:values\/)?(.*))?$/.exec(pointer) ?? []
    if (place === '') return pointer
    const where = /^\d+$/.test(place) ? `${called} ${place}` : place
    return rest === undefined
      ? where
      : `${where} ${rest.replaceAll('~1', '/').replaceAll('~0', '~')}`
  }
}
