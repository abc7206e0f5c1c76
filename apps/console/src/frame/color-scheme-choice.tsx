'use client'

import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { texts } from '#texts/frame.ts'

const choices = [
  { value: 'auto', label: texts.colorSchemeChoice.system },
  { value: 'light', label: texts.colorSchemeChoice.light },
  { value: 'dark', label: texts.colorSchemeChoice.dark },
] as const satisfies readonly { value: MantineColorScheme; label: string }[]

/** Menu items for the theme, which is stored in this browser. */
export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
    >
      {choices.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
