import { Textarea, type TextareaProps } from '@mantine/core'
import classes from './rows.module.css'

/** A JSON object as text. */
export function JsonField(props: TextareaProps) {
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={14}
      spellCheck={false}
      className={classes.mono ?? ''}
      {...props}
    />
  )
}
