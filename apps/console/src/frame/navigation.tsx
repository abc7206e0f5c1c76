'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { destinations, isWithin } from './destinations.ts'
import classes from './navigation.module.css'

/** The main navigation; `onNavigate` lets the drawer close. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = usePathname()
  return (
    <nav aria-label="Main" className={classes.nav}>
      {destinations.map((group) => (
        <ul key={group[0]?.href} className={classes.group}>
          {group.map(({ href, label, icon: Icon }) => (
            <li key={href}>
              <Link
                href={href}
                className={classes.link}
                aria-current={isWithin(pathname, href) ? 'page' : undefined}
                {...(onNavigate && { onClick: onNavigate })}
              >
                <Icon size={17} stroke={1.6} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
