/** What the bench's organizations consist of, the same for the same number. */
export const TYPES = ['pump', 'meter', 'valve', 'fan', 'truck']
export const SITES = Array.from({ length: 100 }, (_, i) => `site-${i}`)
export const FLEETS = Array.from({ length: 20 }, (_, i) => `fleet-${i}`)
const LINES = ['north', 'south', 'east', 'west']

/** Spreads what is counted evenly over a list, without a rhythm that it would share with another list. */
function pick(from: readonly string[], number: number, stride: number): string {
  return from[Math.floor(number / stride) % from.length] ?? ''
}

/** A thing as the API takes it. Every thing is in a site, two of three are in a fleet, a tenth of these in two. */
export function thing(number: number) {
  const type = pick(TYPES, number, 1)
  const fleets = [
    pick(FLEETS, number, 5),
    ...(number % 10 === 0 ? [pick(FLEETS, number + 7, 3)] : []),
  ]
  return {
    id: `thing-${String(number).padStart(6, '0')}`,
    name: `${type} of line ${pick(LINES, number, 7)}, unit ${(number * 7919) % 1_000_003}`,
    thingTypeId: type,
    siteId: pick(SITES, number, 3),
    fleetIds: number % 3 === 0 ? [] : [...new Set(fleets)],
    labels: { line: pick(LINES, number, 7), lot: `lot-${Math.floor(number / 50)}` },
    attributes: { serial: `SN-${number * 31}`, commissioned: '2026-03-01' },
    status: number % 50 === 0 ? ('Retired' as const) : ('Active' as const),
  }
}
