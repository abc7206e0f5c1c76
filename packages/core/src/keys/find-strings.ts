import { parseKeyString } from './key-string.ts'

const KEY_SHAPED = /svc(?:ex|ad)_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}/g

/** The distinct key strings in texts, by form and checksum. Whether they are real, only the database knows. */
export function findKeyStrings(texts: readonly string[]): { id: string; keyString: string }[] {
  const strings = new Set(texts.flatMap((text) => text.match(KEY_SHAPED) ?? []))
  return [...strings].flatMap((keyString) => {
    const parsed = parseKeyString(keyString)
    return parsed ? [{ id: parsed.id, keyString }] : []
  })
}
