import { texts } from '#texts/onboarding.tsx'
import classes from './steps.module.css'

/** Explains how to start without a template. */
export function EmptyStart() {
  return <p className={classes.text}>{texts.byHand}</p>
}
