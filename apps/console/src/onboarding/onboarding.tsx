'use client'

import { useMayChange } from '#frame/console-context.tsx'
import { Section } from '#frame/section.tsx'
import { texts } from '#texts/onboarding.tsx'
import { FirstKey } from './first-key.tsx'
import { FirstReading } from './first-reading.tsx'
import { type FirstThing, shownOf } from './first-thing.ts'
import { StartChoice } from './start-choice.tsx'
import { Step } from './step.tsx'
import classes from './steps.module.css'
import { ThingNames } from './thing-names.tsx'
import { useFirstKey } from './use-first-key.ts'

interface OnboardingProps {
  readonly things: readonly FirstThing[]
  readonly onDone: () => void
}

/** The quick start: three things, a key for them, and a call that sends the first reading. */
export function Onboarding({ things, onDone }: OnboardingProps) {
  const mayChange = useMayChange()
  const first = useFirstKey()
  const thing = shownOf(things)
  if (!mayChange) {
    return (
      <Section title={texts.title}>
        <p className={classes.text}>{texts.viewer}</p>
      </Section>
    )
  }
  return (
    <Section title={texts.title}>
      <ol className={classes.steps}>
        <Step title={texts.steps.choose} isDone={thing !== undefined}>
          {thing ? (
            <ThingNames things={things} />
          ) : (
            <StartChoice isBusy={first.isBusy} failure={first.failure} onChoose={first.begin} />
          )}
        </Step>
        <Step title={texts.steps.key} isDone={first.keyString !== undefined}>
          {thing && <FirstKey thing={thing} first={first} />}
        </Step>
        {thing ? (
          <FirstReading thing={thing} keyString={first.keyString} onDone={onDone} />
        ) : (
          <>
            <Step title={texts.steps.send} />
            <Step title={texts.steps.see} />
          </>
        )}
      </ol>
    </Section>
  )
}
