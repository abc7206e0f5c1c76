'use client'

import { Menu, UnstyledButton } from '@mantine/core'
import { IconDots, IconLogout, IconUserCog } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { PageLink } from '#address/page-link.tsx'
import { leavePage } from '#form/unsaved-now.ts'
import { signOut } from '#sign-in/sign-out.ts'
import { texts } from '#texts/frame.ts'
import type { AreaProps } from './area.ts'
import { usePerson } from './person-context.tsx'
import classes from './user-menu.module.css'

/** Loaded when the menu opens for the first time. */
const UserChoices = dynamic(() => import('./user-choices.tsx').then((all) => all.UserChoices), {
  ssr: false,
})

export function UserMenu({
  signedInAs,
  onNavigate,
}: Pick<AreaProps, 'signedInAs'> & { onNavigate?: () => void }) {
  const { user } = usePerson()
  return (
    <Menu width={232} position="top-start" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes.trigger}
          aria-label={texts.userMenu.accountOf(user.name)}
        >
          <span className={classes.who}>
            <span className={classes.name}>{user.name}</span>
            <span className={classes.email}>{user.email}</span>
          </span>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.userMenu.signedInAs(signedInAs)}</Menu.Label>
        <Menu.Divider />
        <UserChoices />
        <Menu.Item
          component={PageLink}
          href="/account"
          leftSection={<IconUserCog size={16} stroke={1.6} />}
          {...(onNavigate && { onClick: onNavigate })}
        >
          {texts.userMenu.yourAccount}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} />}
          onClick={() => leavePage(() => void signOut())}
        >
          {texts.userMenu.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
