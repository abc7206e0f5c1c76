'use client'

import { skipToken, useQuery } from '@tanstack/react-query'
import { useFound, useNamed } from '#choices/use-found.ts'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/keys-scopes.ts'
import { texts as kinds } from '#texts/kinds.ts'
import { type Picked, scopeForms } from './forms.ts'
import { matchWords, thingsOf } from './things.ts'

/** Matches are counted up to this number. */
const COUNTED = 1000

/** A sentence about what a picked filter matches now, or that this is unknown; undefined while loading. */
export function useMatches(picked: Picked | undefined): string | undefined {
  const trpc = useTRPC()
  const things = picked && thingsOf(picked)
  const found = useQuery(
    trpc.things.list.queryOptions(things ? { query: things.query } : skipToken),
  )
  const kind = things ? undefined : picked && scopeForms[picked.kind].slots[0]
  const [id = '#'] = picked?.values ?? []
  const all = useFound({
    kind: id === '#' ? kind : undefined,
    text: '',
    limit: COUNTED,
  })
  const one = useNamed(kind, id === '#' ? [] : [id])

  if (!picked) return texts.matches.notShown
  if (picked.kind === 'everything') return texts.matches.everything
  if (picked.kind === 'organization') return texts.matches.organization
  if (things) {
    if (!found.data) return found.isError ? texts.matches.failed : undefined
    const names = found.data.items.filter(things.fits).map(({ name }) => name)
    return matchWords(kinds.thing.counted, names, found.data.nextCursor !== null)
  }
  if (all.hasFailed || one.hasFailed) return texts.matches.failed
  const fitting = id === '#' ? all.found?.items : one.named
  if (!kind || !fitting || one.isLoading) return undefined
  const names = fitting.map(({ name }) => name)
  return matchWords(kinds[kind].counted, names, id === '#' && all.found?.nextCursor !== null)
}
