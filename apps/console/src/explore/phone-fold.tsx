'use client'

import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { texts } from '#texts/explore-question.ts'
import classes from './phone-fold.module.css'
import { presets, type Question } from './question.ts'

interface PhoneFoldProps {
  readonly question: Question
  /** Drawn, whether chosen or by default. */
  readonly metrics: readonly string[]
  readonly isFolded: boolean
  readonly onToggle: () => void
}

/** On a phone the question in a line, which unfolds its controls: what was asked for comes first. */
export function PhoneFold({ question, metrics, isFolded, onToggle }: PhoneFoldProps) {
  return (
    <UnstyledButton
      className={classes.fold ?? ''}
      aria-expanded={!isFolded}
      data-folded={isFolded || undefined}
      onClick={onToggle}
    >
      <span className={classes.title}>{texts.title}</span>
      <span className={classes.words}>{wordsOf(question, metrics)}</span>
      <IconChevronDown size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  )
}

function wordsOf({ things, filters, from, to }: Question, metrics: readonly string[]): string {
  const whose = things.length > 0 ? things.join(', ') : Object.values(filters).join(', ')
  const length = to === 'now' && Object.hasOwn(presets, from) ? presets[from as 'now-1h'] : ''
  return [whose, metrics.join(', '), length].filter((part) => part !== '').join(' · ')
}
