import { builtInPrefix, type Call, type Scope } from '@sluice/contract'
import { expiryOf } from '#keys/create/expiry.ts'
import { texts } from '#texts/onboarding.tsx'

/** A start for a new organization: three things from a template, and a key only for them. */
export interface Start {
  readonly id: string
  readonly title: string
  readonly text: string
  /** A word for its things: "trucks". */
  readonly things: string
  readonly template: string
  readonly parameters: (zone: string) => Record<string, unknown>
  /** A place with exactly these things. */
  readonly place: string
}

export const starts: readonly Start[] = [
  {
    id: 'trucks',
    ...texts.starts.trucks,
    template: 'cold-chain-truck',
    parameters: () => ({ trucks: 3 }),
    place: 'PLACE/Fleet/cold-chain',
  },
  {
    id: 'stations',
    ...texts.starts.stations,
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
    ...texts.starts.meters,
    template: 'building-meter',
    parameters: (timezone) => ({ timezone }),
    place: 'PLACE/Site/building-1',
  },
]

/** The call that applies the start's template. */
export function applyOf({ template, parameters }: Start, zone: string): Call<'templates.apply'> {
  return {
    params: { templateId: `${builtInPrefix}${template}` },
    body: { parameters: parameters(zone) },
  }
}

/** The call for a key that can only send and read data within a resource filter. */
export function keyFor(name: string, resourceFilter: string, now: Date): Call<'keys.create'> {
  const scopes: Scope[] = [
    { action: 'write', resourceFilter },
    { action: 'read', resourceFilter },
  ]
  const expiresAt = expiryOf('90', '', now)
  return { body: { keyType: 'External', name: texts.key.name(name), scopes, expiresAt } }
}
