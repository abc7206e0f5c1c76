'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useAddress } from '#address/base-path.tsx'
import { LinkProgress } from '#address/link-progress.tsx'
import { texts } from '#texts/frame.ts'
import type { Area } from './area.ts'
import { destinationsOf, isWithin } from './destinations.ts'
import classes from './navigation.module.css'
import { usePerson } from './person-context.tsx'

interface NavigationProps {
  readonly area: Area
  /** Called when a link is followed, for example to close the drawer. */
  readonly onNavigate?: () => void
}

export function Navigation({ area, onNavigate }: NavigationProps) {
  const pathname = usePathname()
  const destinations = destinationsOf(area, useAddress()('/'), usePerson())
  const current = useRef<HTMLAnchorElement>(null)
  const list = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  // Scrolls the current entry into view on low screens. scrollIntoView would also move the start of keyboard
  // navigation.
  useEffect(() => {
    const scrolls = list.current?.parentElement
    if (!(pathname && scrolls && current.current)) return
    // Not under the pointer: a press whose target moves away is lost. Before hydration, somebody may have scrolled.
    const hasScrolled = isFirst.current && scrolls.scrollTop > 0
    isFirst.current = false
    if (hasScrolled || scrolls.matches(':hover, :focus-within')) return
    const outer = scrolls.getBoundingClientRect()
    const inner = current.current.getBoundingClientRect()
    scrolls.scrollTop +=
      Math.max(0, inner.bottom - outer.bottom) - Math.max(0, outer.top - inner.top)
  }, [pathname])
  return (
    <nav ref={list} aria-label={texts.navigation} className={classes.nav}>
      {destinations.map((group) => (
        <div key={group[0]?.href}>
          {group[0]?.heading && (
            <p className={classes.heading} aria-hidden>
              {group[0].heading}
            </p>
          )}
          <ul className={classes.group} aria-label={group[0]?.heading}>
            {group.map((destination) => {
              const isCurrent = isWithin(pathname, destination)
              return (
                <li key={destination.href}>
                  <Link
                    href={destination.href}
                    className={classes.link}
                    {...(isCurrent && { ref: current, 'aria-current': 'page' as const })}
                    {...(onNavigate && { onClick: onNavigate })}
                  >
                    <destination.icon size={17} stroke={1.6} aria-hidden />
                    {destination.label}
                    <LinkProgress />
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}
