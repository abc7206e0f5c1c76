import classes from './email.module.css'

/** An address below a name. Where a phone has no room for it in a line, it had better break before the domain. */
export function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className={classes.email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
