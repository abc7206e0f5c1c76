import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import classes from './row-target.module.css'

interface RowWordsProps {
  readonly children: ReactNode
  /** Smaller text below the name. */
  readonly below?: ReactNode
  /** Text below the name on phones, where its own column is hidden. */
  readonly belowOnPhone?: ReactNode
}

/** A row's first cell as a link; the whole row is its click target. */
export function RowLink({ href, ...words }: RowWordsProps & { href: string }) {
  return (
    <PageLink href={href} className={classes.target} data-row-target>
      <RowWords {...words} />
    </PageLink>
  )
}

interface RowButtonProps extends RowWordsProps {
  readonly onClick: () => void
  /** Set for rows that can be selected. */
  readonly pressed?: boolean
}

/** A row's first cell as a button; the whole row is its click target. */
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

/** The contents of a row's first cell, for rows that lead nowhere. */
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
