/** A Map or WeakMap. */
interface Lookup<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The value under a key of a map, created if it is missing. */
export function getOrMake<Key, Value>(map: Lookup<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
