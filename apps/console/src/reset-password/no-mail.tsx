import { BackToSignIn } from './forgot-page.tsx'
import { Panel } from './panel.tsx'
import classes from './reset-password.module.css'

/** Where this installation sends no mail. */
export function NoMail() {
  return (
    <Panel title="Forgot your password?">
      <p className={classes.lead}>
        This Sluice sends no mail. Ask its operator, who can set a new password for you with{' '}
        <code>sluice users set-password</code>.
      </p>
      <BackToSignIn />
    </Panel>
  )
}
