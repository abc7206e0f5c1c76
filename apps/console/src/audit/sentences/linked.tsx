import { PageLink } from '#address/page-link.tsx'
import classes from './linked.module.css'

/** A bold name; a link if it has a page. */
export function Linked({ name, href }: { name: string; href: string | undefined }) {
  if (href === undefined) return <b className={classes.name}>{name}</b>
  return (
    <PageLink href={href} className={classes.link}>
      {name}
    </PageLink>
  )
}
