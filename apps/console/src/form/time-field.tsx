'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useZone } from '#preferences/preferences-provider.tsx'
import { wallClock } from '#range/zone-time.ts'
import { texts } from '#texts/form-time.ts'
import { NO_TIME, typedTime } from './typed-time.ts'

type Own = 'type' | 'max' | 'label' | 'value' | 'onChange' | 'onBlur' | 'onKeyDown'

interface TimeFieldProps extends Omit<TextInputProps, Own> {
  /** Returns the field's label with the name of the zone. */
  readonly label: (zone: string) => string
  /** UTC, in the API's format; empty if unset. */
  readonly value?: string
  /** Gets such a value, or {@link NO_TIME}. */
  readonly onChange?: (time: string) => void
}

/** A date and time field with minutes, in the zone of the page. */
export function TimeField({ label, value = '', onChange, error, ...field }: TimeFieldProps) {
  const zone = useZone()
  // Keeps the typed text. A half-typed year is centuries ago, when zone offsets had seconds, so it would not
  // round-trip.
  const [typed, setTyped] = useState({ text: '', time: '', zone })
  const isTyped = typed.time === value && typed.zone === zone

  function read(input: HTMLInputElement) {
    const time = typedTime(input, zone)
    setTyped({ text: input.value, time, zone })
    if (time !== value) onChange?.(time)
  }

  /** Browsers raise no event when a field becomes incomplete, or empty again. */
  function readEmpty(input: HTMLInputElement) {
    if (input.value === '') read(input)
  }

  return (
    <TextInput
      {...field}
      type="datetime-local"
      // Years have four digits.
      max="9999-12-31T23:59"
      label={label(zone)}
      error={error && value === NO_TIME ? texts.incomplete : error}
      value={isTyped ? typed.text : clockOf(value, zone)}
      onChange={(event) => read(event.currentTarget)}
      onBlur={(event) => readEmpty(event.currentTarget)}
      // Enter submits the form.
      onKeyDown={(event) => event.key === 'Enter' && readEmpty(event.currentTarget)}
    />
  )
}

function clockOf(time: string, zone: string): string {
  const milliseconds = Date.parse(time)
  return Number.isNaN(milliseconds) ? '' : wallClock(milliseconds / 1000, zone)
}
