'use client'

import { Alert, Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { texts } from '#texts/onboarding.tsx'
import { EmptyStart } from './empty-start.tsx'
import classes from './start-choice.module.css'
import { type Start, starts } from './starts.ts'
import steps from './steps.module.css'

const empty = { id: 'empty', ...texts.starts.empty }
const choices = [...starts, empty]

interface StartChoiceProps {
  readonly isBusy: boolean
  readonly failure: string | undefined
  readonly onChoose: (start: Start) => void
}

/** Selects what to start with; one click sets it up. */
export function StartChoice({ isBusy, failure, onChoose }: StartChoiceProps) {
  const [chosen, setChosen] = useState(starts[0]?.id ?? empty.id)
  const start = starts.find(({ id }) => id === chosen)
  return (
    <>
      <Radio.Group aria-label={texts.choice.label} value={chosen} onChange={setChosen}>
        <div className={classes.choices}>
          {choices.map(({ id, title, text }) => (
            <Radio.Card
              key={id}
              value={id}
              className={classes.choice}
              disabled={isBusy}
              // One tab stop for all, like native radio buttons; arrow keys move between them.
              tabIndex={id === chosen ? 0 : -1}
            >
              <Radio.Indicator size="xs" className={classes.indicator} />
              <span>
                <span className={classes.name}>{title}</span>
                <span className={classes.words}>{text}</span>
              </span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <div role="alert">
        {failure && (
          <Alert color="red" mb="sm">
            {failure}
          </Alert>
        )}
      </div>
      {start ? (
        <div className={steps.actions}>
          <Button loading={isBusy} onClick={() => onChoose(start)}>
            {texts.choice.setUp(start.things)}
          </Button>
          <p className={steps.text}>{texts.choice.effect(start.things)}</p>
        </div>
      ) : (
        <EmptyStart />
      )}
    </>
  )
}
