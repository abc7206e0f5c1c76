import type { z } from 'zod'

/** The members of an object's schema, by name; undefined for every other schema. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  return (schema as unknown as { shape?: Record<string, z.ZodType> }).shape
}

/** The schema inside arrays and wrappers such as nullable, however deep; any other schema as it is. */
export function innermost(schema: z.ZodType): z.ZodType {
  const { def } = schema as unknown as { def: { innerType?: z.ZodType; element?: z.ZodType } }
  const next = def.innerType ?? def.element
  return next ? innermost(next) : schema
}
