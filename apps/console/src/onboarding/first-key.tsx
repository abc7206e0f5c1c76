import { Alert, Button } from '@mantine/core'
import { CopyLine } from '#copy/copy-line.tsx'
import { texts } from '#texts/onboarding.tsx'
import type { FirstThing } from './first-thing.ts'
import classes from './steps.module.css'
import type { useFirstKey } from './use-first-key.ts'

interface FirstKeyProps {
  readonly thing: FirstThing
  readonly first: ReturnType<typeof useFirstKey>
}

/** Shows the key string once. For a user who returns later, it offers to create another key. */
export function FirstKey({ thing, first }: FirstKeyProps) {
  const { keyString, failure, isBusy, makeFor } = first
  if (keyString !== undefined) {
    return (
      <>
        <p className={classes.text}>{texts.key.advice}</p>
        <CopyLine text={keyString} what={texts.key.copied} autoFocus />
      </>
    )
  }
  return (
    <>
      <p className={classes.text}>{texts.key.lost(thing.name)}</p>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => makeFor(thing)}>
        {texts.key.make}
      </Button>
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
    </>
  )
}
