import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import classes from './row-target.module.css'

interface RowWordsProps {
  readonly children: ReactNode
  /** Smaller, below the name. */
  readonly below?: ReactNode
  /** Below the name on a phone only, where its own column is hidden. */
  readonly belowOnPhone?: ReactNode
}

/** A row's first cell as a link; its target is the whole row. */
export function RowLink({ href, ...words }: RowWordsProps & { href: string }) {
  return (
    <PageLink href={href} className={classes.target} data-row-target>
      <RowWords {...words} />
    </PageLink>
  )
}

interface RowButtonProps extends RowWordsProps {
  readonly onClick: () => void
  /** For rows of which one is chosen. */
  readonly pressed?: boolean
}

/** A row's first cell as a button; its target is the whole row. */
export function RowButton({ onClick, pressed, ...words }: RowButtonProps) {
  return (
    <UnstyledButton
      onClick={onClick}
      aria-pressed={pressed}
      className={classes.target}
      data-row-target
    >
      <RowWords {...words} />
    </UnstyledButton>
  )
}

/** The same words where a row leads nowhere. */
export function RowWords({ children, below, belowOnPhone }: RowWordsProps) {
  return (
    <>
      <span className={classes.name}>{children}</span>
      {below && <span className={classes.below}>{below}</span>}
      {belowOnPhone && (
        <span className={classes.below} data-phone>
          {belowOnPhone}
        </span>
      )}
    </>
  )
}
