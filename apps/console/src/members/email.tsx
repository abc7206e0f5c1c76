import classes from './email.module.css'

/** An email address below a name. On a narrow screen it breaks before the domain. */
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
