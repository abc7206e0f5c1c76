import { PageLink } from '#address/page-link.tsx'
import { pageOfPath } from './sentences/resource.ts'

interface ResourcePathProps {
  readonly path: string
  /** Whether the resource was deleted, so that it has no page. */
  readonly isGone?: boolean
}

/** A resource's path, linked to its page if there is one. */
export function ResourcePath({ path, isGone = false }: ResourcePathProps) {
  const href = isGone ? undefined : pageOfPath(path)
  const code = <code>{path}</code>
  return href === undefined ? code : <PageLink href={href}>{code}</PageLink>
}
