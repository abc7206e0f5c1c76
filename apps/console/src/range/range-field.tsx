'use client'

import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useState } from 'react'
import { texts } from '#texts/range.ts'
import { presetLabel } from './range.ts'
import type { TextRange } from './time-text.ts'
import { readTyped } from './typed-range.ts'

interface RangeFieldProps
  extends Pick<AutocompleteProps, 'label' | 'aria-label' | 'placeholder' | 'rightSection'> {
  /** Undefined if no range is set. */
  readonly shown: TextRange | undefined
  /** Relative ranges that end now, with their labels. */
  readonly presets: Readonly<Record<string, string>>
  /** The zone of typed times. */
  readonly zone: string
  /** The text of a range that is no preset. */
  readonly textOf: (range: TextRange) => string
  readonly onChange: (range: TextRange) => void
  /** If given, an emptied field means no range; otherwise it gets its text back. */
  readonly onClear?: () => void
}

/** A field for a range: a preset, or a text that `readTyped` understands. */
export function RangeField(props: RangeFieldProps) {
  const { shown, presets, zone, textOf, onChange, onClear, ...field } = props
  const wordsOf = (range: TextRange) => presetLabel(presets, range) || textOf(range)
  const text = shown ? wordsOf(shown) : ''
  const [typed, type] = useState(text)
  const [isWrong, setWrong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  // Follows the range. A key would do so, too, but lose the focus on Enter.
  const of = JSON.stringify([shown, text])
  const [kept, keep] = useState(of)
  if (of !== kept) {
    keep(of)
    type(text)
    setWrong(false)
  }
  function enter(entered: string) {
    setWrong(false)
    if (entered === text) return
    if (entered.trim() === '') {
      type(onClear ? '' : text)
      return onClear?.()
    }
    const [from] = Object.entries(presets).find(([, label]) => label === entered) ?? []
    const range = from ? { from, to: 'now' } : readTyped(entered, zone)
    if (!range) return setWrong(true)
    // As it will be shown, or leaving the field would apply it again.
    type(wordsOf(range))
    setOpen(false)
    onChange(range)
  }
  return (
    <Autocomplete
      {...field}
      data={Object.values(presets)}
      // Always lists all presets: the field's text is not a search.
      filter={({ options }) => options}
      value={typed}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      error={isWrong && texts.fault}
      onChange={type}
      onFocus={(event) => event.currentTarget.select()}
      onOptionSubmit={enter}
      onBlur={() => enter(typed)}
      onKeyDown={(event) => event.key === 'Enter' && enter(typed)}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  )
}
