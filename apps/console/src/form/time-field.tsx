'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useZone } from '#preferences/preferences-provider.tsx'
import { timeOfWallClock, wallClock } from '#range/zone-time.ts'

interface TimeFieldProps extends Omit<TextInputProps, 'type' | 'label' | 'value' | 'onChange'> {
  /** Returns the field's label with the name of the zone. */
  readonly label: (zone: string) => string
  /** UTC, in the API's format; empty if unset. */
  readonly value?: string
  readonly onChange?: (time: string) => void
}

/** A date and time field with minutes, in the zone of the page. */
export function TimeField({ label, value = '', onChange, ...field }: TimeFieldProps) {
  const zone = useZone()
  // Keeps the typed text. A half-typed year is centuries ago, when zone offsets had seconds, so it would not
  // round-trip.
  const [typed, setTyped] = useState({ text: '', time: '', zone })
  const isTyped = typed.time === value && typed.zone === zone
  return (
    <TextInput
      {...field}
      type="datetime-local"
      label={label(zone)}
      value={isTyped ? typed.text : clockOf(value, zone)}
      onChange={(event) => {
        const text = event.currentTarget.value
        const time = timeOf(text, zone)
        setTyped({ text, time, zone })
        onChange?.(time)
      }}
    />
  )
}

function clockOf(time: string, zone: string): string {
  const milliseconds = Date.parse(time)
  return Number.isNaN(milliseconds) ? '' : wallClock(milliseconds / 1000, zone)
}

function timeOf(text: string, zone: string): string {
  const seconds = timeOfWallClock(text, zone)
  return Number.isNaN(seconds) ? '' : new Date(seconds * 1000).toISOString()
}
