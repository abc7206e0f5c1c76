'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useZone } from '#preferences/preferences-provider.tsx'
import { timeOfWallClock, wallClock } from '#range/zone-time.ts'

interface TimeFieldProps extends Omit<TextInputProps, 'type' | 'label' | 'value' | 'onChange'> {
  /** Names the zone of the clocks. */
  readonly label: (zone: string) => string
  /** In UTC, as the API has it; empty for none. */
  readonly value?: string
  readonly onChange?: (time: string) => void
}

/** A time to the minute, by the clocks in which pages tell times. */
export function TimeField({ label, value = '', onChange, ...field }: TimeFieldProps) {
  const zone = useZone()
  // A year that is half typed is a year of long ago, whose clocks were off by odd minutes: what is typed stays.
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
