/**
 * The link of an invitation. The secret is in the fragment, which browsers do not send to servers, so no access log has
 * it.
 *
 * @param consoleUrl without a trailing slash
 */
export function invitationLink(consoleUrl: string, secret: string): string {
  return `${consoleUrl}/join#${secret}`
}
