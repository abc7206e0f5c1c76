'use client'

import type { PlaceSeries } from '@sluice/contract'
import { useNamed } from '#choices/use-found.ts'
import { texts } from '#texts/explore.ts'
import { mostThings } from './question.ts'

const kinds: Record<string, 'site' | 'fleet'> = { site: 'site', fleet: 'fleet' }

/** Returns the label of a group: the name of a site or fleet, or the value of a label. */
export function useGroupNames(groupBy: string, answer: PlaceSeries | undefined) {
  const kind = kinds[groupBy]
  const groups = (answer?.byGroup ?? []).flatMap(({ group }) => group ?? []).slice(0, mostThings)
  const { named } = useNamed(kind, kind ? groups : [])
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return (id: string) => {
    if (groupBy === 'none') return texts.groups.all
    if (id !== '') return names.get(id) ?? id
    return kind ? texts.groups.none[kind] : texts.groups.withoutLabel
  }
}
