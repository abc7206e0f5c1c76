/** A key string, or the part of one from its prefix into its secret. The id within is public. */
const WITH_SECRET = /(svc(?:ex|ad)_)([0-9A-Za-z]{12})_[0-9A-Za-z]+/i
const EACH_WITH_SECRET = new RegExp(WITH_SECRET, 'gi')

/** The length of the shortest text that {@link WITH_SECRET} matches. */
const SHORTEST = 20

/** A percent-encoded letter, digit, underscore or percent sign. */
const ENCODED = /%(25|3\d|[46][1-9a-f]|[57][\da]|5f)/gi

/** How often a text may have been percent-encoded. */
const ENCODINGS = 4

/** The text with every key string in it reduced to its public id. */
export function withoutKeySecrets(text: string): string {
  return replaced(text, '$2')
}

/**
 * The text with the secret of every key string in it left out, as keys are displayed: `svcex_<id>_...`. For texts that
 * quote what a caller sent. A key string that is percent-encoded is found, too; the text is then decoded so far.
 */
export function maskKeySecrets(text: string): string {
  return replaced(text, '$1$2_...')
}

/** The public id of the first key string in a text, whole or cut off within its secret; undefined where there is none. */
export function keyIdWithSecret(text: string): string | undefined {
  return mayHold(text) ? WITH_SECRET.exec(decoded(text))?.[2] : undefined
}

/** The search text for a pasted text: the id of a key string in it, otherwise the text itself. */
export function searchTextOf(pasted: string): string {
  return keyIdWithSecret(pasted) ?? pasted
}

function replaced(text: string, by: string): string {
  if (!mayHold(text)) return text
  const plain = decoded(text)
  const harmless = plain.replace(EACH_WITH_SECRET, by)
  return harmless === plain ? text : harmless
}

/** A cheap test that rules out most texts before the costly search. */
function mayHold(text: string): boolean {
  if (text.length < SHORTEST) return false
  return text.includes('_') || text.includes('%')
}

function decoded(text: string): string {
  let plain = text
  for (let i = 0; i < ENCODINGS && plain.includes('%'); i += 1) {
    plain = plain.replace(ENCODED, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  }
  return plain
}
