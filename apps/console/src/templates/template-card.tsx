import type { Template } from '@sluice/contract'
import Link from 'next/link'
import classes from './gallery.module.css'
import { makesOf } from './makes.ts'

/** A template of the gallery; the whole of it leads to its page. */
export function TemplateCard({ template }: { template: Template }) {
  const { id, name, description } = template
  return (
    <article className={classes.card}>
      <h3 className={classes.name}>
        <Link href={`/templates/${encodeURIComponent(id)}`} className={classes.link}>
          {name}
        </Link>
      </h3>
      <code className={classes.id}>{id}</code>
      {description && <p className={classes.description}>{description}</p>}
      <p className={classes.makes}>Makes {makesOf(template).join(', ')}.</p>
    </article>
  )
}
