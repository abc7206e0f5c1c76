'use client'

import { ActionIcon, ActionIconGroup, Select, TextInput, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconZoomOut } from '@tabler/icons-react'
import { useUrlState } from '#url/use-url-state.ts'
import type { Span } from './chart-options.ts'
import { presets, type Question } from './question.ts'
import { moved, presetOf, spanInUrl, widened } from './range.ts'
import classes from './range-controls.module.css'

const presetOptions = Object.entries(presets).map(([value, label]) => ({ value, label }))

interface RangeControlsProps {
  readonly question: Question
  /** What was answered last, to move on from. */
  readonly range: Span | undefined
}

/** The range: back from now, or from one time to another. Each change is a step that the Back button undoes. */
export function RangeControls({ question, range }: RangeControlsProps) {
  const { go } = useUrlState()
  const show = (span: Span) => go({ ...spanInUrl(span), live: null })
  const steps = [
    { label: 'Earlier', icon: IconChevronLeft, to: (span: Span) => moved(span, -0.5) },
    { label: 'Later', icon: IconChevronRight, to: (span: Span) => moved(span, 0.5) },
    { label: 'Zoom out', icon: IconZoomOut, to: (span: Span) => widened(span, 2) },
  ]
  return (
    <div className={classes.controls}>
      <Select
        label="Range"
        placeholder="As below"
        data={presetOptions}
        value={presetOf(question.from, question.to)}
        onChange={(from) => go({ from, to: null })}
      />
      <TimeField
        label="From (UTC)"
        seconds={range?.from}
        onChange={(from) => range && show({ ...range, from })}
      />
      <TimeField
        label="To (UTC)"
        seconds={range?.to}
        onChange={(to) => range && show({ ...range, to })}
      />
      <ActionIconGroup>
        {steps.map(({ label, icon: Icon, to }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon
              variant="default"
              size={32}
              aria-label={label}
              disabled={!range}
              onClick={() => range && show(to(range))}
            >
              <Icon size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ))}
      </ActionIconGroup>
    </div>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly seconds: number | undefined
  readonly onChange: (seconds: number) => void
}

/** A time to the minute. It follows the range, and changes it once a whole time was entered. */
function TimeField({ label, seconds, onChange }: TimeFieldProps) {
  const shown = seconds === undefined ? '' : new Date(seconds * 1000).toISOString().slice(0, 16)
  function enter(text: string) {
    const time = Date.parse(`${text}Z`)
    if (!Number.isNaN(time) && text !== shown) onChange(time / 1000)
  }
  return (
    <TextInput
      key={shown}
      type="datetime-local"
      label={label}
      defaultValue={shown}
      onBlur={(event) => enter(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && enter(event.currentTarget.value)}
    />
  )
}
