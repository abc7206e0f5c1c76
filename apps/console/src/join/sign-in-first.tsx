import { Button, Stack } from '@mantine/core'
import classes from '#frame/lone-panel.module.css'

/** For an address that has an account: an invitation never opens one that exists. */
export function SignInFirst({ email }: { email: string }) {
  return (
    <Stack gap="md">
      <Button component="a" href="/sign-in?next=/join" fullWidth>
        Sign in to accept
      </Button>
      <p className={classes.note}>
        {email} has an account here. Signing in with it leads back to this page.
      </p>
    </Stack>
  )
}
