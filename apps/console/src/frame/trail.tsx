import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { texts } from '#texts/frame.ts'
import classes from './trail.module.css'

/** A link from a resource back to its list. */
export function Trail({ href, children }: { href: string; children: ReactNode }) {
  return (
    <nav aria-label={texts.breadcrumb} className={classes.trail}>
      <PageLink href={href}>
        <IconChevronLeft size={14} stroke={1.6} aria-hidden />
        {children}
      </PageLink>
    </nav>
  )
}
