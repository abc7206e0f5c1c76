/**
 * The value of an attribute. Most are texts. Others also have a written form, which differs for values that differ,
 * even if only in type: `1` is not `"1"`.
 */
export type AttributeValue = string | OtherValue

interface OtherValue {
  readonly written: string
  /** The value as a label; undefined for one that can name nothing. */
  readonly label: string | undefined
}

/** The deepest nesting of lists and maps. */
export const MAX_DEPTH = 16

export const emptyValue: AttributeValue = { written: 'null', label: undefined }

/** Stands for a value that is nested too deep, and for all that contain it. */
export const tooDeep: AttributeValue = { written: '…', label: undefined }

/** A boolean or an integer, as text. */
export function plainValue(text: string): AttributeValue {
  return { written: text, label: text }
}

/** A floating-point number: 1.0 differs from the integer 1. */
export function doubleValue(value: number): AttributeValue {
  const text = Object.is(value, -0) ? '-0' : String(value)
  return { written: Number.isInteger(value) ? `${text}.0` : text, label: String(value) }
}

export function bytesValue(bytes: Uint8Array): AttributeValue {
  return { written: `bytes(${Buffer.from(bytes).toString('base64')})`, label: undefined }
}

export function listValue(values: readonly AttributeValue[]): AttributeValue {
  if (values.includes(tooDeep)) return tooDeep
  return { written: `[${values.map(writtenValue).join()}]`, label: undefined }
}

/** A map, whose order does not matter. */
export function mapValue(entries: ReadonlyMap<string, AttributeValue>): AttributeValue {
  if ([...entries.values()].includes(tooDeep)) return tooDeep
  const pairs = Array.from(entries, ([key, value]) => {
    return `${JSON.stringify(key)}:${writtenValue(value)}`
  })
  return { written: `{${pairs.sort().join()}}`, label: undefined }
}

export function writtenValue(value: AttributeValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : value.written
}

export function labelOfValue(value: AttributeValue | undefined): string | undefined {
  return typeof value === 'object' ? value.label : value
}
