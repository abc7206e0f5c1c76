import { z } from 'zod'
import { word } from './template-parameters.ts'

/** What a template can make, in the order in which an apply makes it. */
export const templateKinds = ['metricDefinition', 'thingType', 'site', 'fleet', 'thing'] as const
export type TemplateKind = (typeof templateKinds)[number]

/** Resources that one apply may come to. */
export const mostRendered = 5000

/** One resource of a template, or, with `count` or `each`, many. */
export const templateResource = z
  .strictObject({
    key: word.optional().describe('What `{{resources.key}}` calls it in other resources'),
    kind: z.enum(templateKinds, { error: `must be one of ${templateKinds.join(', ')}` }),
    id: z
      .string()
      .min(1, 'must not be empty')
      .max(500, 'must be at most 500 characters')
      .describe('Its id; with references, each must come to another'),
    count: z
      .union([z.int().min(0).max(mostRendered), word])
      .optional()
      .describe('How many: a number, or the name of an integer parameter'),
    each: word
      .optional()
      .describe('One for each element of a list: the name of an array parameter'),
    properties: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('As in the call that creates such a resource, without its id'),
  })
  .check(({ value, issues }) => {
    if (value.count === undefined || value.each === undefined) return
    const message = 'goes not together with count'
    issues.push({ code: 'custom', path: ['each'], message, input: value.each })
  })

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
    const message = `${name} is there twice`
    return [{ code: 'custom' as const, path: [i, field], message, input: name }]
  })
}
