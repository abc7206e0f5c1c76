import Link from 'next/link'
import { texts } from '#texts/reference.tsx'
import type { OperationGroup } from './document.ts'
import classes from './reference.module.css'

interface OperationIndexProps {
  readonly groups: readonly OperationGroup[]
  readonly chosen: string | undefined
}

/** Links to the operations, by group. */
export function OperationIndex({ groups, chosen }: OperationIndexProps) {
  return (
    <nav aria-label={texts.operations} className={classes.groups}>
      {groups.map(({ name, operations }) => (
        <div key={name}>
          <h2 className={classes.group}>{name}</h2>
          <ul className={classes.links}>
            {operations.map(({ operationId, summary }) => (
              <li key={operationId}>
                <Link
                  href={`?operation=${operationId}`}
                  aria-current={operationId === chosen ? 'page' : undefined}
                >
                  {summary}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
