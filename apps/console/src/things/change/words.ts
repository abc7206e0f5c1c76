import type { ThingChange } from '@sluice/contract'
import { texts } from '#texts/things-change.ts'
import type { PlannedThing } from './plan.ts'

/** A change in words, with the number of things it affects. */
export interface Effect {
  readonly words: string
  readonly things: number
}

/** Sums up a plan's changes, most frequent first: `Site: oslo → bergen`. */
export function effectsOf(planned: readonly PlannedThing[], change: ThingChange): Effect[] {
  const counts = new Map<string, number>()
  for (const { outcome, changes, before } of planned) {
    if (outcome !== 'changed') continue
    // Changes of things that the user may not read are not disclosed.
    if (changes.length === 0) add(counts, texts.effects.hidden)
    for (const field of changes)
      for (const words of wordsOf(field, before, change)) add(counts, words)
  }
  return Array.from(counts, ([words, things]) => ({ words, things })).sort(
    (a, b) => b.things - a.things,
  )
}

function wordsOf(field: string, before: PlannedThing['before'], change: ThingChange): string[] {
  const { addFleetIds = [], removeFleetIds = [], labels = {} } = change
  const { fleetIds = [] } = before
  const { none } = texts.effects
  switch (field) {
    case 'siteId':
      return [texts.effects.site(before.siteId ?? none, change.siteId ?? none)]
    case 'status':
      return [texts.effects.status(String(before.status), String(change.status))]
    case 'fleetIds':
      return [
        ...addFleetIds.filter((id) => !fleetIds.includes(id)).map(texts.effects.joins),
        ...removeFleetIds.filter((id) => fleetIds.includes(id)).map(texts.effects.leaves),
      ]
    case 'labels':
      return Object.entries(labels)
        .filter(([name]) => Object.hasOwn(before.labels ?? {}, name))
        .map(([name, value]) =>
          value === null ? texts.effects.labelRemoved(name) : texts.effects.label(name, value),
        )
    default:
      return [field]
  }
}

/** Why things are not changed, most frequent first. */
export function reasonsOf(planned: readonly PlannedThing[]): Effect[] {
  const counts = new Map<string, number>()
  for (const { outcome, detail } of planned) {
    if (outcome === 'refused' || outcome === 'stale') add(counts, detail ?? outcome)
  }
  return Array.from(counts, ([words, things]) => ({ words, things })).sort(
    (a, b) => b.things - a.things,
  )
}

function add(counts: Map<string, number>, words: string): void {
  counts.set(words, (counts.get(words) ?? 0) + 1)
}
