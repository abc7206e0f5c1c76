/** The cookies that an answer sets, as a browser sends them. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** The cookies of a browser that signed out, without the session. */
export const withoutSession = (cookies: string): string =>
  cookies.replaceAll(/better-auth\.session[^;]*;? ?/g, '')
