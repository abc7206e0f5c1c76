import { texts } from '#texts/things-edit.tsx'

/**
 * Describes the attributes that a type's JSON Schema asks for: "serial (string, required), doors (integer)." Pass
 * undefined while the type is unknown.
 */
export function attributeWords(schema: Record<string, unknown> | null | undefined): string {
  if (schema === undefined) return texts.attributes.any
  const properties = schema && objectOf(schema.properties)
  const names = Object.keys(properties ?? {})
  if (!properties || names.length === 0) return texts.attributes.free
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  const words = names.map((name) => {
    const { type } = objectOf(properties[name]) ?? {}
    const traits = [
      ...(typeof type === 'string' ? [type] : []),
      ...(required.includes(name) ? [texts.attributes.required] : []),
    ]
    return traits.length > 0 ? `${name} (${traits.join(', ')})` : name
  })
  return texts.attributes.byType(words.join(', '))
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return value as Record<string, unknown>
}
