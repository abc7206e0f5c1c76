import { texts as common } from '#texts/common.ts'
import classes from './labels.module.css'

export function Labels({ labels }: { labels: Record<string, string> }) {
  const entries = Object.entries(labels)
  if (entries.length === 0) return common.none
  return (
    <ul className={classes.labels}>
      {entries.map(([name, value]) => (
        <li key={name}>
          <code>
            {name}={value}
          </code>
        </li>
      ))}
    </ul>
  )
}
