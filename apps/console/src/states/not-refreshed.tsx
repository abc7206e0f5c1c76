import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { failureText } from '#data/failure.ts'
import { texts } from '#texts/states.ts'
import classes from './not-refreshed.module.css'

interface NotRefreshedProps {
  readonly error: unknown
  readonly retry: () => unknown
}

/** Above what was loaded before and could not be loaded again: it may be out of date, and is better than nothing. */
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
