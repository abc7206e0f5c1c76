'use client'

import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import { addressIn } from '#address/address-in.ts'
import { organizationPath } from '#address/organization-path.ts'
import { texts } from '#texts/frame.ts'
import { useConsole } from './console-context.tsx'
import { sectionOf } from './destinations.ts'
import classes from './organization-switcher.module.css'
import { usePerson } from './person-context.tsx'

/** The first grapheme, which may consist of several code units: 🚚. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(name)
  return (first?.segment ?? '').toUpperCase()
}

/** Opens the same section in another organization. */
export function OrganizationSwitcher() {
  const { organizationId } = useConsole()
  const { memberships } = usePerson()
  const section = sectionOf(usePathname().slice(organizationPath(organizationId).length) || '/')
  const current = memberships.find((row) => row.organizationId === organizationId)

  return (
    <Menu width="target" position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes.trigger}
          aria-label={texts.organizationSwitcher.organization(current?.name ?? '')}
        >
          <span className={classes.initial} aria-hidden>
            {initialOf(current?.name ?? '')}
          </span>
          <span className={classes.name}>{current?.name}</span>
          <IconSelector size={15} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.organizationSwitcher.organizations}</Menu.Label>
        {memberships.map((row) => (
          <Menu.Item
            key={row.organizationId}
            // A full page load, so that no data of this organization stays in memory.
            component="a"
            href={addressIn(organizationPath(row.organizationId), section)}
            aria-current={row.organizationId === organizationId}
            rightSection={row.organizationId === organizationId && <IconCheck size={15} />}
          >
            <span className={classes.itemName}>{row.name}</span>
            <span className={classes.role}>{row.role}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
