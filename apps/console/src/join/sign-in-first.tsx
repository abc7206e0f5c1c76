import { Button, Stack } from '@mantine/core'
import classes from '#frame/lone-panel.module.css'
import { texts } from '#texts/join.tsx'

/** For an address that has an account: an invitation never opens one that exists. */
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
