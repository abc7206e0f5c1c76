/**
 * A record's member of a name that users choose. Without the check, `record['constructor']` is a function that every
 * object inherits.
 */
export function memberOf<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined
}
