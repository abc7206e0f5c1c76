import classes from '#frame/lone-panel.module.css'
import { LonePanel } from '#frame/lone-panel.tsx'
import { texts } from '#texts/reset-password.tsx'
import { BackToSignIn } from './forgot-page.tsx'

/** Shown if this installation sends no mail. */
export function NoMail() {
  return (
    <LonePanel title={texts.forgot.title}>
      <p className={classes.lead}>{texts.noMail}</p>
      <BackToSignIn />
    </LonePanel>
  )
}
