'use client'

import { Menu } from '@mantine/core'
import { texts } from '#texts/frame.ts'
import { texts as times } from '#texts/preferences.ts'
import { ColorSchemeChoice } from './color-scheme-choice.tsx'
import { TimesChoice } from './times-choice.tsx'

/** Items of the user menu for what is stored in this browser. */
export function UserChoices() {
  return (
    <>
      <Menu.Label>{texts.userMenu.theme}</Menu.Label>
      <ColorSchemeChoice />
      <Menu.Divider />
      <Menu.Label>{times.title}</Menu.Label>
      <TimesChoice />
      <Menu.Divider />
    </>
  )
}
