'use client'

import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import type { Question } from './question.ts'
import { filterParameters, selectsByFilter } from './selection.ts'
import { ThingPicker } from './thing-picker.tsx'

const noFilter = Object.fromEntries(Object.keys(filterParameters).map((name) => [name, null]))

/** Which things: named ones, or all that pass a filter. To choose the one lets go of the other. */
export function ThingControls({ question }: { question: Question }) {
  const { filter } = useUrlState()
  const { fleetId = null, siteId = null, thingTypeId = null } = question.filters
  const narrow = (changes: Record<string, string | null>) => filter({ things: null, ...changes })
  return (
    <>
      <ThingPicker
        chosen={question.things}
        onChange={(ids) => filter({ ...noFilter, by: null, things: ids.join(',') })}
      />
      <ChoiceSelect
        kind="fleet"
        label="All of fleet"
        placeholder="Any"
        value={fleetId}
        onChange={(fleet) => narrow({ fleet })}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the fleet' }}
      />
      <ChoiceSelect
        kind="site"
        label="All of site"
        placeholder="Any"
        value={siteId}
        onChange={(site) => narrow({ site })}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the site' }}
      />
      <ChoiceSelect
        kind="thingType"
        label="All of type"
        placeholder="Any"
        value={thingTypeId}
        onChange={(type) => narrow({ type })}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the type' }}
      />
      <LabelField
        key={question.filters.label ?? ''}
        value={question.filters.label ?? ''}
        onChange={(label) => narrow({ label })}
      />
      {selectsByFilter(question) && (
        <Select
          label="Lines"
          data={groupings(question.groupBy)}
          value={question.groupBy}
          allowDeselect={false}
          onChange={(by) => filter({ by: by === 'thing' ? null : by })}
        />
      )}
    </>
  )
}

function groupings(groupBy: string) {
  return [
    { value: 'thing', label: 'Each thing' },
    { value: 'none', label: 'All together' },
    { value: 'site', label: 'By site' },
    { value: 'fleet', label: 'By fleet' },
    ...(groupBy.startsWith('label:')
      ? [{ value: groupBy, label: `By label ${groupBy.slice('label:'.length)}` }]
      : []),
  ]
}

interface LabelFieldProps {
  readonly value: string
  readonly onChange: (label: string | null) => void
}

/** A label's name, or name=value: asked for once it is whole. */
function LabelField({ value, onChange }: LabelFieldProps) {
  const [typed, type] = useState(value)
  const enter = () => typed.trim() !== value && onChange(typed.trim() || null)
  return (
    <TextInput
      label="With label"
      placeholder="line=red"
      value={typed}
      maxLength={200}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={enter}
      onKeyDown={(event) => event.key === 'Enter' && enter()}
    />
  )
}
