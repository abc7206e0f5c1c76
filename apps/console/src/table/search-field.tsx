'use client'

import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { searchTextOf } from '@sluice/contract'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '#texts/table.ts'
import { useUrlState } from '#url/use-url-state.ts'

interface SearchFieldProps {
  readonly label: string
  /** The parameter of the URL. */
  readonly name?: string
}

/** Filters by words as one types; they go to the URL, but never the secret of a key. */
export function SearchField({ label, name = 'text' }: SearchFieldProps) {
  const { params, filter } = useUrlState()
  const inUrl = params.get(name) ?? ''
  const [value, setValue] = useState(inUrl)
  const [seen, setSeen] = useState(inUrl)
  const [sent, setSent] = useState(inUrl)
  const commit = useDebouncedCallback((text: string) => {
    setSent(text.trim())
    filter({ [name]: text.trim() })
  }, 200)

  // A change of the URL calls off the navigation that is under way: what was typed goes there before a click begins
  // one, and not at all where the back button has.
  useWindowEvent('click', () => commit.flush(), { capture: true })
  useWindowEvent('popstate', () => commit.cancel())

  // The URL changed by another hand: a link, the back button, or "clear the filters".
  if (inUrl !== seen) {
    setSeen(inUrl)
    if (inUrl !== sent) {
      setSent(inUrl)
      setValue(inUrl)
    }
  }

  // Of a pasted key string only its id stays, here too.
  function change(typed: string) {
    const text = searchTextOf(typed)
    setValue(text)
    commit(text)
  }

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      leftSection={<IconSearch size={15} stroke={1.6} />}
      rightSection={
        value && <CloseButton size="sm" aria-label={texts.clearSearch} onClick={() => change('')} />
      }
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
