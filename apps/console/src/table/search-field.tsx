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
  /** The URL parameter. */
  readonly name?: string
}

/** Filters while the user types. The text goes into the URL, but never a key's secret. */
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

  // A change of the URL cancels a navigation in progress. So a click applies typed text first, and the back button
  // discards it.
  useWindowEvent('click', () => commit.flush(), { capture: true })
  useWindowEvent('popstate', () => commit.cancel())

  // The URL was changed elsewhere: by a link, the back button, or "clear the filters".
  if (inUrl !== seen) {
    setSeen(inUrl)
    if (inUrl !== sent) {
      setSent(inUrl)
      setValue(inUrl)
    }
  }

  // Reduces a pasted key string to its id.
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
