import { texts } from '#texts/onboarding.tsx'
import classes from './steps.module.css'

/** The ways to things of one's own. */
export function EmptyStart() {
  return <p className={classes.text}>{texts.byHand}</p>
}
