import { PageLink } from '#address/page-link.tsx'
import classes from './steps.module.css'

/** The ways to things of one's own. */
export function EmptyStart() {
  return (
    <p className={classes.text}>
      A thing needs a type, and the type its metrics: make the{' '}
      <PageLink href="/metric-definitions">metric definitions</PageLink>, then the{' '}
      <PageLink href="/thing-types">thing type</PageLink>, then{' '}
      <PageLink href="/things">add a thing</PageLink> or{' '}
      <PageLink href="/import-things">import many from a CSV file</PageLink>. A{' '}
      <PageLink href="/templates">template</PageLink> makes all of it at once. The next steps appear
      here as soon as there is a thing.
    </p>
  )
}
