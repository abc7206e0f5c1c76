import { z } from 'zod'
import { word } from './template-parameters.ts'
import { templateKinds } from './words.ts'

/** One of {@link templateKinds}. */
export type TemplateKind = (typeof templateKinds)[number]

/** Resources in one application, at most. */
export const mostRendered = 5000

/** One resource of a template, or, with `count` or `each`, many. */
export const templateResource = z
  .strictObject({
    key: word.optional().describe('Its name in `{{resources.key}}` of other resources'),
    kind: z
      .enum(templateKinds, { error: `must be one of ${templateKinds.join(', ')}` })
      .describe('What it is'),
    id: z
      .string()
      .min(1, 'must not be empty')
      .max(500, 'must be at most 500 characters')
      .describe('Its id. With references, every rendered id must differ'),
    count: z
      .union([z.int().min(0).max(mostRendered), word])
      .optional()
      .describe('How many: a number, or the name of an integer parameter'),
    each: word.optional().describe('The name of an array parameter: one resource for each element'),
    properties: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('As in the call that creates such a resource, without the id'),
  })
  .check(({ value, issues }) => {
    if (value.count === undefined || value.each === undefined) return
    const message = 'cannot be combined with count'
    issues.push({ code: 'custom', path: ['each'], message, input: value.each })
  })

/** A resource of a template. With `count` or `each` it stands for many. */
export type TemplateResource = z.output<typeof templateResource>

/** The members of a list that share a name with one before them, as zod's issues. */
export function repeats<Member>(
  members: readonly Member[],
  nameOf: (member: Member) => string | undefined,
  field: string,
) {
  const seen = new Set<string>()
  return members.flatMap((member, i) => {
    const name = nameOf(member)
    if (name === undefined || !seen.has(name)) {
      if (name !== undefined) seen.add(name)
      return []
    }
    const message = `repeats ${name}`
    return [{ code: 'custom' as const, path: [i, field], message, input: name }]
  })
}
