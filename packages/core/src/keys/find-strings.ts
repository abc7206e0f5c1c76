import { parseKeyString } from './key-string.ts'

const KEY_SHAPED = /svc(?:ex|ad)_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}/g

/** The distinct strings in texts that have the form of a key. */
export function keyShapedIn(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.match(KEY_SHAPED) ?? []))
}

/** Those whose checksum is right. Whether they are real, only the database knows. */
export function* keyStringsAmong(
  strings: ReadonlySet<string>,
): Generator<void, { id: string; keyString: string }[]> {
  const found: { id: string; keyString: string }[] = []
  for (const keyString of strings) {
    yield
    const parsed = parseKeyString(keyString)
    if (parsed) found.push({ id: parsed.id, keyString })
  }
  return found
}
