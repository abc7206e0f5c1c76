import { z } from 'zod'

/** Types of a template's parameters, named as in JSON Schema. */
export const parameterTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const

/** Names with a special meaning in a template's texts. */
const reserved = ['index', 'item', 'resources']

/** One word, so that it can be used in `{{name}}`. Further faults would quote what is no word, however long. */
export const word = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, {
  error: 'must start with a letter and have 1 to 64 of A-Z a-z 0-9 _',
  abort: true,
})

/** A parameter of a template. */
export const parameter = z.strictObject({
  name: word
    .refine(
      (value) => !reserved.includes(value),
      `must not be ${reserved.join(', ')}: these names are reserved`,
    )
    .describe('The name used in `{{name}}`'),
  title: z.string().max(100).optional().describe('Its label in forms'),
  description: z.string().max(2000).default('').describe('Free text for people'),
  type: z
    .enum(parameterTypes, { error: `must be one of ${parameterTypes.join(', ')}` })
    .describe('Type of its value, as in JSON Schema'),
  default: z.unknown().optional().describe('Absent: a value must be given each time'),
  schema: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Further rules for the value: JSON Schema keywords (2020-12) other than type'),
})

/** A parameter of a template: name, type, default, and further rules as JSON Schema. */
export type TemplateParameter = z.output<typeof parameter>
