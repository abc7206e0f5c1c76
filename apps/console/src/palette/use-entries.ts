'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { useConsole, useMayChange } from '#frame/console-context.tsx'
import { texts } from '#texts/palette.ts'
import { type Entry, foundEntry, localEntries } from './entries.ts'
import { recentEntries } from './stored.ts'

/** How long typing must pause before the server is asked, in milliseconds. */
const PAUSE = 150

/** Without text the recent entries and all pages; otherwise the matches found here and on the server. */
export function useEntries(text: string) {
  const trpc = useTRPC()
  const mayChange = useMayChange()
  const { organizationId } = useConsole()
  const [recent] = useState(() => recentEntries(organizationId))
  const [asked] = useDebouncedValue(text, PAUSE)
  const found = useQuery({
    ...trpc.search.find.queryOptions({ text: asked }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const local = localEntries(text, mayChange)
  if (text === '') {
    const known = new Set(recent.map(({ href }) => href))
    return {
      entries: [...recent, ...local.filter(({ href }) => !known.has(href))],
      isEarlier: () => false,
      isSearching: false,
      error: null,
    }
  }
  const isSearching = asked !== text || found.isFetching
  const isAnswered = asked === text && !found.isPlaceholderData
  const there = asked === '' ? [] : (found.data ?? []).map(foundEntry)
  const earlier = new Set(isAnswered ? [] : there.map(({ href }) => href))
  return {
    entries: exactFirst([...local, ...there], text),
    isEarlier: ({ href, group }: Entry) => group !== texts.best && earlier.has(href),
    isSearching,
    /** Why the server's matches are missing. */
    error: isSearching ? null : found.error,
  }
}

/** Moves entries whose id or label equals the text to the top. */
function exactFirst(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.toLowerCase()
  const isExact = ({ label, note }: Entry) =>
    label.toLowerCase() === wanted || note?.toLowerCase() === wanted
  const exact = entries.filter(isExact)
  return [
    ...exact.map((entry) => ({ ...entry, group: texts.best })),
    ...entries.filter((entry) => !isExact(entry)),
  ]
}
