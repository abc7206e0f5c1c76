import { builtInPrefix, type Call, type Scope } from '@sluice/contract'
import { expiryOf } from '#keys/create/expiry.ts'

/** What a new organization can begin with: three things from a template, and a key for them alone. */
export interface Start {
  readonly id: string
  readonly title: string
  readonly text: string
  /** What its three things are. */
  readonly things: string
  readonly template: string
  readonly parameters: (zone: string) => Record<string, unknown>
  /** Holds all of its things, and nothing else. */
  readonly place: string
}

export const starts: readonly Start[] = [
  {
    id: 'trucks',
    title: 'Refrigerated trucks',
    text: 'A fleet with cargo temperature, humidity, door, cooling unit, battery and speed.',
    things: 'trucks',
    template: 'cold-chain-truck',
    parameters: () => ({ trucks: 3 }),
    place: 'PLACE/Fleet/cold-chain',
  },
  {
    id: 'stations',
    title: 'Weather stations',
    text: 'A network with temperature, humidity, pressure, wind, rain and sunshine.',
    things: 'stations',
    template: 'weather-station',
    parameters: (timezone) => ({
      timezone,
      stations: [
        { id: 'station-1', name: 'Station 1', longitude: 10.75, latitude: 59.91 },
        { id: 'station-2', name: 'Station 2', longitude: 5.32, latitude: 60.39 },
        { id: 'station-3', name: 'Station 3', longitude: 10.4, latitude: 63.43 },
      ],
    }),
    place: 'PLACE/Site/weather-network',
  },
  {
    id: 'meters',
    title: 'Building meters',
    text: 'A building with an electricity, a water and a heat meter.',
    things: 'meters',
    template: 'building-meter',
    parameters: (timezone) => ({ timezone }),
    place: 'PLACE/Site/building-1',
  },
]

/** The call that makes what a start begins with. */
export function applyOf({ template, parameters }: Start, zone: string): Call<'templates.apply'> {
  return {
    params: { templateId: `${builtInPrefix}${template}` },
    body: { parameters: parameters(zone) },
  }
}

/** A key that sends for and reads what a filter holds, and can do no more. */
export function keyFor(name: string, resourceFilter: string, now: Date): Call<'keys.create'> {
  const scopes: Scope[] = [
    { action: 'write', resourceFilter },
    { action: 'read', resourceFilter },
  ]
  const expiresAt = expiryOf('90', '', now)
  return { body: { keyType: 'External', name: `${name}: send and read`, scopes, expiresAt } }
}
