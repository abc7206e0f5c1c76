/**
 * A record's own member, for names that users choose. `record['constructor']` would be the function that every object
 * inherits.
 */
export function memberOf<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined
}
