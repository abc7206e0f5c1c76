/** The cookies that an answer sets, as a browser sends them. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** The cookies without the session's, as after signing out. */
export const withoutSession = (cookies: string): string =>
  cookies.replaceAll(/better-auth\.session[^;]*;? ?/g, '')
