'use client'

import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './phone-fold.module.css'

interface PhoneFoldProps {
  readonly title: string
  /** The current settings in one line. */
  readonly words: string
  readonly startsFolded: boolean
  readonly children: ReactNode
}

/** On a phone, folds controls into one line so that the results come first. Elsewhere it only shows the controls. */
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
