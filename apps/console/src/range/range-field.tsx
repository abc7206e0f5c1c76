'use client'

import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useState } from 'react'
import { texts } from '#texts/range.ts'
import { presetOf } from './range.ts'
import type { TextRange } from './time-text.ts'
import { readTyped, typedText } from './typed-range.ts'

interface RangeFieldProps
  extends Pick<AutocompleteProps, 'label' | 'aria-label' | 'placeholder' | 'rightSection'> {
  /** Undefined if no range is set. */
  readonly shown: TextRange | undefined
  /** Relative ranges that end now, with their labels. */
  readonly presets: Readonly<Record<string, string>>
  /** The zone of typed times. */
  readonly zone: string
  readonly onChange: (range: TextRange) => void
}

/** A field for a range: a preset, or a text that `readTyped` understands. */
export function RangeField({ shown, presets, zone, onChange, ...field }: RangeFieldProps) {
  const preset = shown && presetOf(presets, shown)
  const text = shown ? ((preset && presets[preset]) ?? typedText(shown, zone)) : ''
  const [typed, type] = useState(text)
  const [isWrong, setWrong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  // Follows the range. A key would do so, too, but lose the focus on Enter.
  const [kept, keep] = useState(text)
  if (text !== kept) {
    keep(text)
    type(text)
    setWrong(false)
  }
  function enter(entered: string) {
    if (entered === text) return setWrong(false)
    const [from] = Object.entries(presets).find(([, label]) => label === entered) ?? []
    const range = from ? { from, to: 'now' } : readTyped(entered, zone)
    setWrong(!range && entered.trim() !== '')
    if (!range) return
    onChange(range)
    setOpen(false)
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
