import Link from 'next/link'
import type { ReactNode } from 'react'
import classes from './frame.module.css'
import { Mark } from './mark.tsx'
import { Navigation } from './navigation.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { UserMenu } from './user-menu.tsx'

/** Every page behind sign-in lives in here. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <PhoneBar />
      <aside className={classes.side}>
        <Link href="/" className={classes.brand}>
          <Mark />
          Sluice
        </Link>
        <OrganizationSwitcher />
        <div className={classes.navigation}>
          <Navigation />
        </div>
        <UserMenu />
      </aside>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  )
}
