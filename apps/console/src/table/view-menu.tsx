'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { usePreferences } from '#preferences/preferences-provider.tsx'
import { texts } from '#texts/table.ts'
import classes from './view-menu.module.css'

interface ViewMenuProps {
  /** Name of the list, under which hidden columns are stored. */
  readonly list: string
  /** Headings of columns that can be hidden. */
  readonly headings: readonly string[]
}

/** A menu for the row height of all tables and the columns of this one. */
export function ViewMenu({ list, headings }: ViewMenuProps) {
  const { preferences, change } = usePreferences()
  const { rows, hidden } = preferences
  const away = hidden[list] ?? []
  const show = (heading: string, isShown: boolean) =>
    change(({ hidden: now }) => {
      const others = (now[list] ?? []).filter((one) => one !== heading)
      return { hidden: { ...now, [list]: isShown ? others : [...others, heading] } }
    })
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={216} withinPortal={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          className={classes.button ?? ''}
          aria-label={texts.view}
          title={texts.view}
        >
          <IconAdjustmentsHorizontal size={15} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        <Menu.CheckboxItem
          checked={rows === 'dense'}
          onChange={(isDense) => change(() => ({ rows: isDense ? 'dense' : 'calm' }))}
        >
          {texts.dense}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Label>{texts.columns}</Menu.Label>
        {headings.map((heading) => (
          <Menu.CheckboxItem
            key={heading}
            checked={!away.includes(heading)}
            onChange={(isShown) => show(heading, isShown)}
          >
            {heading}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
