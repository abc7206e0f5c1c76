'use client'

import { Menu } from '@mantine/core'
import type { Preferences } from '#preferences/preferences.ts'
import { usePreferences } from '#preferences/preferences-provider.tsx'
import { texts } from '#texts/preferences.ts'

/** Menu items for the time zone of all times, which is stored in this browser. */
export function TimesChoice() {
  const { preferences, change } = usePreferences()
  const choices = [
    { value: 'site', label: texts.times.site },
    { value: 'own', label: texts.times.own(preferences.zone) },
    { value: 'utc', label: texts.times.utc },
  ] as const satisfies readonly { value: Preferences['times']; label: string }[]
  return (
    <Menu.RadioGroup
      value={preferences.times}
      onChange={(value) => change(() => ({ times: value as Preferences['times'] }))}
    >
      {choices.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
