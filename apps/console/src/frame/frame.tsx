import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { PaletteButton } from '#palette/palette-button.tsx'
import { texts as appTexts } from '#texts/app.ts'
import { texts } from '#texts/frame.ts'
import type { AreaProps } from './area.ts'
import { AreaHead } from './area-head.tsx'
import { Content } from './content.tsx'
import classes from './frame.module.css'
import { KeepPage } from './lazy-keep-page.tsx'
import { Mark } from './mark.tsx'
import { Navigation } from './navigation.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { UserMenu } from './user-menu.tsx'

/** The frame around every page behind sign-in. */
export function Frame({ area, signedInAs, children }: AreaProps & { children: ReactNode }) {
  return (
    <>
      <div className={classes.frame}>
        <a href="#main" className={classes.skip}>
          {texts.skip}
        </a>
        <PhoneBar area={area} signedInAs={signedInAs} />
        <aside className={classes.side}>
          <PageLink href="/" className={classes.brand}>
            <Mark />
            {appTexts.product}
          </PageLink>
          <AreaHead area={area} />
          <PaletteButton />
          <div className={classes.navigation}>
            <Navigation area={area} />
          </div>
          <UserMenu signedInAs={signedInAs} />
        </aside>
        <Content>{children}</Content>
      </div>
      <KeepPage />
    </>
  )
}
