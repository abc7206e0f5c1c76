/** Milliseconds within which a client must read some of the waiting response. */
const READ_WITHIN_MS = 60_000

/**
 * Closes the connection of a client that does not read its response. Whatever writes a long response waits for its
 * reader, and holds its resources meanwhile. Node's timer restarts with every byte read or written.
 *
 * @param {import('node:http').ServerResponse} response
 */
export function endUnread(response, readWithinMs = READ_WITHIN_MS) {
  response.setTimeout(readWithinMs, () => {
    // Nothing to read: the server is still working.
    if (response.writableLength > 0) response.destroy()
  })
}
