'use client'

import { Menu, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { useConsole } from './console-context.tsx'
import classes from './organization-switcher.module.css'
import { usePerson } from './person-context.tsx'

export function OrganizationSwitcher() {
  const { organizationId } = useConsole()
  const { memberships } = usePerson()
  const trpc = useTRPC()
  const choose = useMutation(
    trpc.session.chooseOrganization.mutationOptions({
      // A full load: nothing of the other organization may stay in memory.
      onSuccess: () => window.location.assign('/'),
      onError: (error) => notifications.show({ color: 'red', message: failureText(error) }),
    }),
  )
  const current = memberships.find((row) => row.organizationId === organizationId)

  return (
    <Menu width="target" position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.trigger} aria-label={`Organization: ${current?.name}`}>
          <span className={classes.initial} aria-hidden>
            {current?.name.slice(0, 1).toUpperCase()}
          </span>
          <span className={classes.name}>{current?.name}</span>
          <IconSelector size={15} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Organizations</Menu.Label>
        {memberships.map((row) => (
          <Menu.Item
            key={row.organizationId}
            aria-current={row.organizationId === organizationId}
            rightSection={row.organizationId === organizationId && <IconCheck size={15} />}
            onClick={() => choose.mutate({ organizationId: row.organizationId })}
          >
            <span className={classes.itemName}>{row.name}</span>
            <span className={classes.role}>{row.role}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
