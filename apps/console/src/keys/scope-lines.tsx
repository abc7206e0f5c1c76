import type { Scope } from '@sluice/contract'
import { texts } from '#texts/keys.tsx'
import classes from './key-facts.module.css'

export function ScopeLines({ scopes }: { scopes: readonly Scope[] }) {
  return (
    <ul className={classes.lines}>
      {scopes.map(({ action, resourceFilter }) => (
        <li key={`${action} ${resourceFilter}`}>
          <span className={classes.action}>{action}</span> <code>{resourceFilter}</code>
        </li>
      ))}
    </ul>
  )
}

export function AddressLines({ entries }: { entries: readonly string[] }) {
  if (entries.length === 0) return texts.anyAddress
  return (
    <ul className={classes.lines}>
      {entries.map((entry) => (
        <li key={entry}>
          <code>{entry}</code>
        </li>
      ))}
    </ul>
  )
}
