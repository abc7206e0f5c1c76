'use client'

import { skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { type Picked, scopeForms } from './forms.ts'
import { matchWords, thingsOf } from './things.ts'
import { useChoices } from './use-choices.ts'

const nouns = {
  site: 'site',
  fleet: 'fleet',
  thingType: 'thing type',
  metric: 'metric definition',
  template: 'template',
  integration: 'integration',
  key: 'key',
} as const

/** What a picked filter matches now, in a sentence; undefined while that is found out. */
export function useMatches(picked: Picked | undefined): string | undefined {
  const trpc = useTRPC()
  const things = picked && thingsOf(picked)
  const found = useQuery(
    trpc.things.list.queryOptions(things ? { query: things.query } : skipToken),
  )
  const slot = things ? undefined : picked && scopeForms[picked.kind].slots[0]
  const choices = useChoices(slot === 'thing' ? undefined : slot)

  if (!picked) return 'What it matches now is not told for a filter of this form.'
  if (picked.kind === 'everything') return 'Matches everything there is, and will be.'
  if (picked.kind === 'organization') return 'Matches the organization’s settings and audit log.'
  if (things) {
    if (!found.data) return undefined
    const names = found.data.items.filter(things.fits).map(({ name }) => name)
    return matchWords('thing', names, found.data.nextCursor !== null)
  }
  if (!choices.items || !slot || slot === 'thing') return undefined
  const [id = '#'] = picked.values
  const fitting = choices.items.filter((choice) => id === '#' || choice.id === id)
  const names = fitting.map(({ name }) => name)
  return matchWords(nouns[slot], names, choices.isCut && id === '#')
}
