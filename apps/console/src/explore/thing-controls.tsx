'use client'

import { Select, TextInput } from '@mantine/core'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import { texts } from '#texts/explore-page.ts'
import { useUrlState } from '#url/use-url-state.ts'
import type { Question } from './question.ts'
import { filterParameters, selectsByFilter } from './selection.ts'
import { ThingPicker } from './thing-picker.tsx'
import { useTypedText } from './use-typed-text.ts'

const noFilter = Object.fromEntries(Object.keys(filterParameters).map((name) => [name, null]))

/** Selects things by name or by filter. Choosing one way clears the other. */
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
        label={texts.things.ofFleet}
        placeholder={texts.things.any}
        value={fleetId}
        onChange={(fleet) => narrow({ fleet })}
        clearable
        clearButtonProps={{ 'aria-label': texts.things.clearFleet }}
      />
      <ChoiceSelect
        kind="site"
        label={texts.things.ofSite}
        placeholder={texts.things.any}
        value={siteId}
        onChange={(site) => narrow({ site })}
        clearable
        clearButtonProps={{ 'aria-label': texts.things.clearSite }}
      />
      <ChoiceSelect
        kind="thingType"
        label={texts.things.ofType}
        placeholder={texts.things.any}
        value={thingTypeId}
        onChange={(type) => narrow({ type })}
        clearable
        clearButtonProps={{ 'aria-label': texts.things.clearType }}
      />
      <LabelField value={question.filters.label ?? ''} onChange={(label) => narrow({ label })} />
      {selectsByFilter(question) && (
        <Select
          label={texts.lines.label}
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
    { value: 'thing', label: texts.lines.each },
    { value: 'none', label: texts.lines.all },
    { value: 'site', label: texts.lines.bySite },
    { value: 'fleet', label: texts.lines.byFleet },
    ...(groupBy.startsWith('label:')
      ? [{ value: groupBy, label: texts.lines.byLabel(groupBy.slice('label:'.length)) }]
      : []),
  ]
}

interface LabelFieldProps {
  readonly value: string
  readonly onChange: (label: string) => void
}

/** A label's name, or name=value; applied on Enter or when the field loses focus. */
function LabelField({ value, onChange }: LabelFieldProps) {
  return (
    <TextInput
      label={texts.things.withLabel}
      placeholder={texts.things.labelExample}
      maxLength={200}
      {...useTypedText(value, onChange)}
    />
  )
}
