import classes from '#frame/lone-panel.module.css'
import { LonePanel } from '#frame/lone-panel.tsx'
import { BackToSignIn } from './forgot-page.tsx'

/** Where this installation sends no mail. */
export function NoMail() {
  return (
    <LonePanel title="Forgot your password?">
      <p className={classes.lead}>
        This Sluice sends no mail. Ask its operator, who can set a new password for you with{' '}
        <code>sluice users set-password</code>.
      </p>
      <BackToSignIn />
    </LonePanel>
  )
}
