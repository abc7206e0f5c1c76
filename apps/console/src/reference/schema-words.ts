import { texts } from '#texts/reference.tsx'
import { type ApiDocument, resolved, type Schema } from './document.ts'

/** The type of a schema in a few words: "string or null", "array of Thing", "one of Active, Retired". */
export function schemaWords(document: ApiDocument, schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? texts.kind.object
  if (schema.enum) return texts.kind.oneOf(schema.enum.map(String).join(', '))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return [...new Set(choices.map((one) => schemaWords(document, one)))].join(texts.kind.or)
  if (schema.items) return texts.kind.arrayOf(schemaWords(document, schema.items))
  if (Array.isArray(schema.type)) return schema.type.join(texts.kind.or)
  return typeof schema.type === 'string' ? schema.type : texts.kind.any
}

/** The object schema behind a reference, an array or a choice. */
export function fieldsWithin(document: ApiDocument, schema: Schema): Schema | undefined {
  const plain = resolved(document, schema)
  if (plain.properties) return plain
  if (plain.items) return fieldsWithin(document, plain.items)
  const choices = plain.anyOf ?? plain.oneOf ?? []
  return choices.map((choice) => fieldsWithin(document, choice)).find(Boolean)
}
