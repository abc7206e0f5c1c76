'use client'

import { ActionIcon, ActionIconGroup, Autocomplete, TextInput, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { zoneName } from '#format/times.ts'
import { useUrlState } from '#url/use-url-state.ts'
import type { Span } from './chart-options.ts'
import { presets as lengths, type Question } from './question.ts'
import { presetOf, rangeSteps, spanInUrl } from './range.ts'
import classes from './range-controls.module.css'
import { rangeText, readRange } from './time-text.ts'
import { timeOfWallClock, wallClock } from './zone-time.ts'

const icons = {
  Earlier: IconChevronLeft,
  Later: IconChevronRight,
  'Zoom in': IconZoomIn,
  'Zoom out': IconZoomOut,
} as const

interface RangeControlsProps {
  readonly question: Pick<Question, 'from' | 'to'>
  /** What was answered last, to move on from. */
  readonly range: Span | undefined
  /** In which times are shown and entered. */
  readonly zone: string
  /** Lengths back from now, as the URL says them, with their words. */
  readonly presets?: Readonly<Record<string, string>>
}

/** The range: back from now, or from one time to another. Each change is a step that the Back button undoes. */
export function RangeControls(props: RangeControlsProps) {
  const { question, range: answered, zone, presets = lengths } = props
  // Kept while the next one loads: a button that is disabled meanwhile would lose the focus, and the keys with it.
  const [kept, keep] = useState(answered)
  if (answered && (answered.from !== kept?.from || answered.to !== kept.to)) keep(answered)
  const range = answered ?? kept
  const { go } = useUrlState()
  const show = (span: Span) => go({ ...spanInUrl(span), live: null, cursor: null })
  function step(event: KeyboardEvent) {
    const found = rangeSteps.find(({ key }) => key === event.key)
    if (!range || !found) return
    event.preventDefault()
    show(found.to(range))
  }
  return (
    <div className={classes.controls}>
      <RangeField
        key={`${question.from} ${question.to}`}
        question={question}
        presets={presets}
        onChange={({ from, to }) => go({ from, to: to === 'now' ? null : to, cursor: null })}
      />
      <TimeField
        label="From"
        seconds={range?.from}
        zone={zone}
        onChange={(from) => range && show({ ...range, from })}
      />
      <TimeField
        label="To"
        seconds={range?.to}
        zone={zone}
        onChange={(to) => range && show({ ...range, to })}
      />
      <ActionIconGroup aria-label="Move the range" onKeyDown={step}>
        {rangeSteps.map(({ label, key, to }) => {
          const Icon = icons[label]
          return (
            <Tooltip key={label} label={label}>
              <ActionIcon
                variant="default"
                size={32}
                w={30}
                aria-label={label}
                aria-keyshortcuts={key}
                disabled={!range}
                onClick={() => range && show(to(range))}
              >
                <Icon size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )
        })}
      </ActionIconGroup>
    </div>
  )
}

interface RangeFieldProps {
  readonly question: RangeControlsProps['question']
  readonly presets: Readonly<Record<string, string>>
  readonly onChange: (range: { readonly from: string; readonly to: string }) => void
}

/** A length back from now: a usual one, or one that is typed, like `now-36h` or `now-14d to now-7d`. */
function RangeField({ question, presets, onChange }: RangeFieldProps) {
  const preset = presetOf(presets, question)
  const shown = (preset && presets[preset]) ?? rangeText(question) ?? ''
  const [typed, type] = useState(shown)
  const [isWrong, setWrong] = useState(false)
  function enter(text: string) {
    if (text === shown) return setWrong(false)
    const [from] = Object.entries(presets).find(([, label]) => label === text) ?? []
    const range = from ? { from, to: 'now' } : readRange(text)
    setWrong(!range && text.trim() !== '')
    if (range) onChange(range)
  }
  return (
    <Autocomplete
      label="Range"
      placeholder="Custom"
      data={Object.values(presets)}
      // All of them: what is in the field is no search.
      filter={({ options }) => options}
      value={typed}
      error={isWrong && 'Like now-36h'}
      onChange={type}
      onFocus={(event) => event.currentTarget.select()}
      onOptionSubmit={enter}
      onBlur={() => enter(typed)}
      onKeyDown={(event) => event.key === 'Enter' && enter(typed)}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly seconds: number | undefined
  readonly zone: string
  readonly onChange: (seconds: number) => void
}

/** A time to the minute. It follows the range, and changes it once a whole time was entered. */
function TimeField({ label, seconds, zone, onChange }: TimeFieldProps) {
  const shown = seconds === undefined ? '' : wallClock(seconds, zone)
  const clock = zoneName(new Date((seconds ?? 0) * 1000).toISOString(), zone)
  function enter(text: string) {
    const time = timeOfWallClock(text, zone)
    if (!Number.isNaN(time) && text !== shown) onChange(time)
  }
  return (
    <TextInput
      key={shown}
      type="datetime-local"
      label={`${label} (${clock})`}
      defaultValue={shown}
      onBlur={(event) => enter(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && enter(event.currentTarget.value)}
    />
  )
}
