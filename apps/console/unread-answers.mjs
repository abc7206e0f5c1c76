/** Milliseconds in which whoever is answered must read something of what is there to read. */
const READ_WITHIN_MS = 60_000

/**
 * Ends the connection of somebody who reads nothing of their answer. What makes a long answer waits for its reader, and
 * would hold what it has for as long. Node's timer starts anew with every byte that is read, and with every one written.
 *
 * @param {import('node:http').ServerResponse} response
 */
export function endUnread(response, readWithinMs = READ_WITHIN_MS) {
  response.setTimeout(readWithinMs, () => {
    // Nothing to read: the server itself takes so long.
    if (response.writableLength > 0) response.destroy()
  })
}
