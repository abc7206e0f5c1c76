'use client'

import { ActionIcon, ActionIconGroup, TextInput, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { zoneName } from '#format/times.ts'
import { texts } from '#texts/range.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { endingAt, rangeSteps, spanInUrl, startingAt } from './range.ts'
import classes from './range-controls.module.css'
import { RangeField } from './range-field.tsx'
import type { Span } from './span.ts'
import { rangeText, type TextRange } from './time-text.ts'
import { timeOfWallClock, wallClock } from './zone-time.ts'

const icons = {
  earlier: IconChevronLeft,
  later: IconChevronRight,
  zoomIn: IconZoomIn,
  zoomOut: IconZoomOut,
} as const

interface RangeControlsProps {
  readonly question: TextRange
  /** The range of the last answer, from which steps start. */
  readonly range: Span | undefined
  readonly zone: string
  /** Relative ranges that end now, with their labels. */
  readonly presets: Readonly<Record<string, string>>
}

/** Controls for a relative or absolute range. Each change is a navigation, so the Back button undoes it. */
export function RangeControls(props: RangeControlsProps) {
  const { question, range: answered, zone, presets } = props
  // Keeps the last range while the next one loads: disabling a button would lose the focus.
  const [kept, keep] = useState(answered)
  if (answered && (answered.from !== kept?.from || answered.to !== kept.to)) keep(answered)
  const range = answered ?? kept
  const { go } = useUrlState()
  const show = (span: Span) => go({ ...spanInUrl(span), live: null, cursor: null })
  function step(event: KeyboardEvent) {
    const found = rangeSteps.find(({ key }) => key === event.key)
    // With a modifier they are the browser's: back, or zoom of the page.
    if (!range || !found || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    show(found.to(range))
  }
  return (
    <div className={classes.controls}>
      <RangeField
        label={texts.range}
        placeholder={texts.custom}
        shown={question}
        presets={presets}
        zone={zone}
        // The two fields beside it show absolute times.
        textOf={(relative) => rangeText(relative) ?? ''}
        onChange={({ from, to }) => go({ from, to: to === 'now' ? null : to, cursor: null })}
      />
      <TimeField
        label={texts.from}
        seconds={range?.from}
        zone={zone}
        onChange={(from) => range && show(startingAt(range, from))}
      />
      <TimeField
        label={texts.to}
        seconds={range?.to}
        zone={zone}
        onChange={(to) => range && show(endingAt(range, to))}
      />
      <ActionIconGroup aria-label={texts.move} onKeyDown={step}>
        {rangeSteps.map(({ name, key, to }) => {
          const Icon = icons[name]
          const label = texts.steps[name]
          return (
            <Tooltip key={name} label={label}>
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

interface TimeFieldProps {
  readonly label: (clock: string) => string
  readonly seconds: number | undefined
  readonly zone: string
  readonly onChange: (seconds: number) => void
}

/**
 * A date and time field with minutes. It follows the range unless it is being edited, and changes it once a complete
 * time was entered.
 */
function TimeField({ label, seconds, zone, onChange }: TimeFieldProps) {
  const shown = seconds === undefined ? '' : wallClock(seconds, zone)
  const clock = zoneName(new Date((seconds ?? 0) * 1000).toISOString(), zone)
  const field = useRef<HTMLInputElement>(null)
  /** The text from which an edit starts. */
  const start = useRef(shown)
  useEffect(() => {
    const input = field.current
    const isEdited = input === document.activeElement && input?.value !== start.current
    if (!input || isEdited) return
    input.value = shown
    start.current = shown
  }, [shown])
  function enter(input: HTMLInputElement) {
    const time = timeOfWallClock(input.value, zone)
    if (Number.isNaN(time)) input.value = shown
    const isChanged = input.value !== start.current && input.value !== shown
    start.current = input.value
    if (isChanged) onChange(time)
  }
  return (
    <TextInput
      ref={field}
      type="datetime-local"
      label={label(clock)}
      defaultValue={shown}
      onBlur={(event) => enter(event.currentTarget)}
      onKeyDown={(event) => event.key === 'Enter' && enter(event.currentTarget)}
    />
  )
}
