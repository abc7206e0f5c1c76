import { PageLink } from '#address/page-link.tsx'
import classes from './linked.module.css'

/** A name, as a link to its page where it has one. */
export function Linked({ name, href }: { name: string; href: string | undefined }) {
  if (href === undefined) return <b className={classes.name}>{name}</b>
  return (
    <PageLink href={href} className={classes.link}>
      {name}
    </PageLink>
  )
}
