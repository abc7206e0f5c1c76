import { Button, Stack } from '@mantine/core'
import classes from '#frame/lone-panel.module.css'
import { texts } from '#texts/join.tsx'

/** Shown if the address has an account: an invitation never signs in to an existing one. */
export function SignInFirst({ email }: { email: string }) {
  return (
    <Stack gap="md">
      <Button component="a" href="/sign-in?next=/join" fullWidth>
        {texts.signInFirst.action}
      </Button>
      <p className={classes.note}>{texts.signInFirst.note(email)}</p>
    </Stack>
  )
}
