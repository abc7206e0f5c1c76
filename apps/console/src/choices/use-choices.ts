'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { searchTextOf } from '@sluice/contract'
import { useState } from 'react'
import { cut } from '#format/cut.ts'
import { texts } from '#texts/choices.ts'
import type { Choice, ChoiceKind } from './kinds.ts'
import { useFound, useNamed } from './use-found.ts'

interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

/** How many choices are offered at once. */
const OFFERED = 50

/** Last option, if there are more choices. Its value has a space, which no id can have. */
const more: Option = { value: ' more', label: texts.more, disabled: true }

/**
 * The options of a select field, found by the server from what is typed. Chosen ones are always included, so that the
 * field can show their names. Nothing is offered until the answer arrives, so that nobody picks a match of an earlier
 * text. `anyLabel` is the field's text while nothing is chosen.
 */
export function useChoices(kind: ChoiceKind, chosen: readonly string[], anyLabel?: string) {
  const [typed, setTyped] = useState('')
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const labelOf = (id: string) => labelIn(seen, id)
  // A single select contains the label of its value until the user types.
  const isShown = typed === anyLabel || chosen.some((id) => labelOf(id) === typed)
  const words = isShown ? '' : typed
  const wanted = cut(words.trim(), 100)
  const [text] = useDebouncedValue(wanted, 200)
  const { found, hasFailed } = useFound({ kind, text, limit: OFFERED })
  const isCurrent = text === wanted && found !== undefined
  const items = isCurrent ? found.items : []
  const { named } = useNamed(
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
    /** Whether an option matches the typed text; chosen options may not. */
    isOffered,
    /** Message shown while there are no options. */
    nothing: nothingWords(isCurrent, hasFailed && text === wanted),
    // The server is asked in a URL, which must not contain a key's secret.
    onSearch: (text: string) => setTyped(searchTextOf(text)),
  }
}

function nothingWords(isCurrent: boolean, hasFailed: boolean): string {
  if (hasFailed) return texts.failed
  return isCurrent ? texts.nothingFound : texts.searching
}

/** The name; with the id if another resource has the same name. */
function labelIn(seen: ReadonlyMap<string, string>, id: string): string {
  const name = seen.get(id)
  if (name === undefined) return id
  const isShared = [...seen].some(([other, same]) => same === name && other !== id)
  return isShared ? texts.sameName(name, id) : name
}

function withNames(seen: ReadonlyMap<string, string>, news: readonly Choice[]) {
  return new Map([...seen, ...news.map(({ id, name }) => [id, name] as const)])
}
