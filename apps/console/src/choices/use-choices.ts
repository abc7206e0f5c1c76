'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { searchTextOf } from '@sluice/contract'
import { useState } from 'react'
import { texts } from '#texts/choices.ts'
import type { Choice, ChoiceKind } from './kinds.ts'
import { useFound, useNamed } from './use-found.ts'

interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

/** Choices that are offered at once. */
const OFFERED = 50

/** Stands below the choices when there are more. No id has a space. */
const more: Option = { value: ' more', label: texts.more, disabled: true }

/**
 * The choices of a kind that fit what is typed: the server searches, since there may be any number. The chosen
 * ones are always among the options, by name, so that a field can show them. Until the answer is there nothing is offered, so
 * that nobody chooses what fitted something else. `anyLabel` is what a field shows that has no choice in it.
 */
export function useChoices(kind: ChoiceKind, chosen: readonly string[], anyLabel?: string) {
  const [typed, setTyped] = useState('')
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const labelOf = (id: string) => labelIn(seen, id)
  // A field with one value, or any, has its name in it until one types.
  const isShown = typed === anyLabel || chosen.some((id) => labelOf(id) === typed)
  const words = isShown ? '' : typed
  const wanted = words.trim().slice(0, 100)
  const [text] = useDebouncedValue(wanted, 200)
  const { found, hasFailed } = useFound({ kind, text, limit: OFFERED })
  const isCurrent = text === wanted && found !== undefined
  const items = isCurrent ? found.items : []
  const named = useNamed(
    kind,
    chosen.filter((id) => !seen.has(id)),
  )

  const news = [...items, ...named].filter(({ id, name }) => seen.get(id) !== name)
  if (news.length > 0) setSeen(withNames(seen, news))

  const offered = items.map(({ id }) => id)
  const options = [...new Set([...chosen, ...offered])].map((id) => ({
    value: id,
    label: labelOf(id),
  }))
  const isCut = isCurrent && found.nextCursor !== null
  const isOffered = ({ value }: Option) => offered.includes(value) || value === more.value
  return {
    options: isCut ? [...options, more] : options,
    /** Whether an option fits what is typed; a chosen one need not. */
    isOffered,
    /** What stands in place of choices where there are none. */
    nothing: nothingWords(isCurrent, hasFailed && text === wanted),
    // The server is asked in a URL, where no secret of a key may be.
    onSearch: (text: string) => setTyped(searchTextOf(text)),
  }
}

function nothingWords(isCurrent: boolean, hasFailed: boolean): string {
  if (hasFailed) return texts.failed
  return isCurrent ? texts.nothingFound : texts.searching
}

/** The name, and the id where another has the same name. */
function labelIn(seen: ReadonlyMap<string, string>, id: string): string {
  const name = seen.get(id)
  if (name === undefined) return id
  const isShared = [...seen].some(([other, same]) => same === name && other !== id)
  return isShared ? texts.sameName(name, id) : name
}

function withNames(seen: ReadonlyMap<string, string>, news: readonly Choice[]) {
  return new Map([...seen, ...news.map(({ id, name }) => [id, name] as const)])
}
