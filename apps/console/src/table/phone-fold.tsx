'use client'

import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './phone-fold.module.css'

interface PhoneFoldProps {
  readonly title: string
  /** What the controls are set to, in a line. */
  readonly words: string
  readonly startsFolded: boolean
  readonly children: ReactNode
}

/** On a phone controls as a line that unfolds them: what was asked for comes first. Elsewhere the controls alone. */
export function PhoneFold({ title, words, startsFolded, children }: PhoneFoldProps) {
  const [isFolded, fold] = useState(startsFolded)
  return (
    <>
      <UnstyledButton
        className={classes.fold ?? ''}
        aria-expanded={!isFolded}
        data-folded={isFolded || undefined}
        onClick={() => fold(!isFolded)}
      >
        <span className={classes.title}>{title}</span>
        <span className={classes.words}>{words}</span>
        <IconChevronDown size={16} stroke={1.6} aria-hidden />
      </UnstyledButton>
      <div className={classes.body} data-folded={isFolded || undefined}>
        {children}
      </div>
    </>
  )
}
