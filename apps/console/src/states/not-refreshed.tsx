import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { failureText } from '#data/failure.ts'
import { texts } from '#texts/states.ts'
import classes from './not-refreshed.module.css'

interface NotRefreshedProps {
  readonly error: unknown
  readonly retry: () => unknown
}

/** A notice above data that could not be refreshed and may be out of date. */
export function NotRefreshed({ error, retry }: NotRefreshedProps) {
  return (
    <div role="status" className={classes.notice}>
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden className={classes.icon} />
      <span>{texts.notRefreshed(failureText(error))}</span>
      <Button variant="subtle" size="compact-xs" onClick={() => retry()}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
