import { PageLink } from '#address/page-link.tsx'
import { texts } from '#texts/onboarding.tsx'
import { type FirstThing, sorted } from './first-thing.ts'
import classes from './steps.module.css'

const SHOWN = 3

export function ThingNames({ things }: { things: readonly FirstThing[] }) {
  return (
    <p className={classes.text}>
      {sorted(things)
        .slice(0, SHOWN)
        .map(({ id, name }, place) => (
          <span key={id}>
            {place > 0 && ', '}
            <PageLink href={`/things/${encodeURIComponent(id)}`}>{name}</PageLink>
          </span>
        ))}
      {things.length > SHOWN && texts.more}
    </p>
  )
}
