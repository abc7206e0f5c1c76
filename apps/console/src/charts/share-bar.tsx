import classes from './share-bar.module.css'

/** A part of a whole, from 0 to 1, as a bar across its cell; the figure stands in a cell beside it. */
export function ShareBar({ share }: { share: number }) {
  return <span className={classes.bar} style={{ width: `${share * 100}%` }} />
}
