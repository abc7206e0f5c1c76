'use client'

import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { Drawer } from '#form/overlays.tsx'
import { PaletteButton } from '#palette/palette-button.tsx'
import { texts as appTexts } from '#texts/app.ts'
import { texts } from '#texts/frame.ts'
import type { AreaProps } from './area.ts'
import { AreaHead } from './area-head.tsx'
import { Mark } from './mark.tsx'
import { Navigation } from './navigation.tsx'
import classes from './phone-bar.module.css'
import { UserMenu } from './user-menu.tsx'

/** The navigation on phones: a top bar and a drawer. */
export function PhoneBar({ area, signedInAs }: AreaProps) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <nav aria-label={texts.phoneBar.top} className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        onClick={open}
        aria-label={texts.phoneBar.openTheNavigation}
        aria-expanded={opened}
      >
        <IconMenu2 size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      <PageLink href="/" className={classes.brand}>
        <Mark />
        {appTexts.product}
      </PageLink>
      <PaletteButton compact />
      <Drawer opened={opened} onClose={close} size={288} title={appTexts.product} padding="sm">
        <div className={classes.drawer}>
          <AreaHead area={area} />
          <Navigation area={area} onNavigate={close} />
          <UserMenu signedInAs={signedInAs} onNavigate={close} />
        </div>
      </Drawer>
    </nav>
  )
}
