/**
 * The link of an invitation. The secret is its fragment, which browsers send to no server, so it is in no access log.
 *
 * @param consoleUrl without a trailing slash
 */
export function invitationLink(consoleUrl: string, secret: string): string {
  return `${consoleUrl}/join#${secret}`
}
