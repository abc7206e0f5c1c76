import classes from './share-bar.module.css'

/** A share from 0 to 1 as a bar across its table cell; the number goes into the next cell. */
export function ShareBar({ share }: { share: number }) {
  return <span className={classes.bar} style={{ width: `${share * 100}%` }} />
}
