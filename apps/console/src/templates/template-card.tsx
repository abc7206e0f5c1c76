import type { Template } from '@sluice/contract'
import { PageLink } from '#address/page-link.tsx'
import { texts } from '#texts/templates.ts'
import classes from './gallery.module.css'
import { makesOf } from './makes.ts'

/** A template in the gallery. The whole card is a link. */
export function TemplateCard({ template }: { template: Template }) {
  const { id, name, description } = template
  return (
    <article className={classes.card}>
      <h3 className={classes.name}>
        <PageLink href={`/templates/${encodeURIComponent(id)}`} className={classes.link}>
          {name}
        </PageLink>
      </h3>
      <code className={classes.id}>{id}</code>
      {description && <p className={classes.description}>{description}</p>}
      <p className={classes.makes}>{texts.makes(makesOf(template).join(', '))}</p>
    </article>
  )
}
