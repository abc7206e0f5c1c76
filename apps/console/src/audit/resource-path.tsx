import { PageLink } from '#address/page-link.tsx'
import { pageOfPath } from './sentences/resource.ts'

interface ResourcePathProps {
  readonly path: string
  /** Deleted: its page is, too. */
  readonly isGone?: boolean
}

/** A resource's path, as a link to its page where it has one. */
export function ResourcePath({ path, isGone = false }: ResourcePathProps) {
  const href = isGone ? undefined : pageOfPath(path)
  const code = <code>{path}</code>
  return href === undefined ? code : <PageLink href={href}>{code}</PageLink>
}
