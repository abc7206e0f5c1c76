'use client'

import Link from 'next/link'
import type { ComponentProps } from 'react'
import { useAddress } from './base-path.tsx'
import { LinkProgress } from './link-progress.tsx'

/** A link within the same organization, or within the operator's area; `href` is the path within it. */
export function PageLink({
  href,
  children,
  ...rest
}: ComponentProps<typeof Link> & { href: string }) {
  const address = useAddress()
  return (
    <Link href={address(href)} {...rest}>
      {children}
      <LinkProgress />
    </Link>
  )
}
