import { Alert, Button } from '@mantine/core'
import { CopyLine } from '#copy/copy-line.tsx'
import { failureText } from '#data/failure.ts'
import type { FirstThing } from './first-thing.ts'
import classes from './steps.module.css'
import type { useFirstKey } from './use-first-key.ts'

interface FirstKeyProps {
  readonly thing: FirstThing
  readonly first: ReturnType<typeof useFirstKey>
}

/** The key's string, once; for who comes back later, a new key. */
export function FirstKey({ thing, first }: FirstKeyProps) {
  const { keyString, error, isBusy, makeFor } = first
  if (keyString !== undefined) {
    return (
      <>
        <p className={classes.text}>
          It can send data for these things and read it, nothing else, for 90 days. Store it with
          your secrets: <strong>it is shown only once</strong>.
        </p>
        <CopyLine text={keyString} what="the key" autoFocus />
      </>
    )
  }
  return (
    <>
      <p className={classes.text}>
        The code below takes your key from <code>SLUICE_KEY</code>. No key at hand? Make one that
        can send data for {thing.name} and read it, nothing else, for 90 days.
      </p>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => makeFor(thing)}>
        Make a key
      </Button>
      <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
    </>
  )
}
