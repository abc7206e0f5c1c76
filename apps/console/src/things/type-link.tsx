import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'

/** Leads to the drawer of a thing type, which has no page of its own. */
export function TypeLink({ id, children }: { id: string; children: ReactNode }) {
  const escaped = encodeURIComponent(id)
  return <PageLink href={`/thing-types?text=${escaped}&id=${escaped}`}>{children}</PageLink>
}
