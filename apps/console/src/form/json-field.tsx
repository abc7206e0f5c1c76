import { Textarea, type TextareaProps } from '@mantine/core'
import classes from './rows.module.css'

/** A text field for a JSON object. */
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
