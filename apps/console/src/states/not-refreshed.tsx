import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { failureText } from '#data/failure.ts'
import { texts } from '#texts/states.ts'
import classes from './not-refreshed.module.css'

interface NotRefreshedProps {
  /** Says what could not be loaded, if it is only a part. */
  readonly title?: string
  readonly error: unknown
  readonly retry: () => unknown
}

/** A notice above data that could not be refreshed and may be out of date, or of which a part is missing. */
export function NotRefreshed({ title, error, retry }: NotRefreshedProps) {
  const why = failureText(error)
  return (
    <div role="status" className={classes.notice}>
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden className={classes.icon} />
      <span>{title === undefined ? texts.notRefreshed(why) : `${title} ${why}`}</span>
      <Button variant="subtle" size="compact-xs" onClick={() => retry()}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
