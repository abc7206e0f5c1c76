import { uglyJudgements } from '@sluice/contract/testing'
import type { Shot } from './attack.ts'
import { type MakeShot, range } from './made.ts'

/** Things of a batch: their attributes are 1.6 MB. */
const THINGS = 100

/** Attributes that are expensive to validate, and types with the schemas. */
export function* judgedAttributes(shot: MakeShot): Generator<Shot> {
  for (const [i, { what, schema, attributes }] of uglyJudgements().entries()) {
    const thingTypeId = `judge-${i}`
    const type = { id: thingTypeId, name: 'Judge', attributesSchema: schema }
    yield shot('thingTypes.create', `type: ${what}`, { body: type })
    const thing = { name: 'Judged', thingTypeId, attributes }
    yield shot('things.create', `thing: ${what}`, { body: { id: `judged-${i}`, ...thing } })
    const things = range(THINGS, (n) => ({ id: `judged-${i}-${n}`, ...thing }))
    yield shot('things.batch', `${THINGS} things: ${what}`, { body: { things } })
    const resources = [{ kind: 'site', id: 'judged', properties: { name: 'Judged' } }]
    const parameters = [{ name: 'a', type: 'object', schema, default: attributes }]
    const template = { id: `judging-${i}`, name: 'Judging', parameters, resources }
    yield shot('templates.create', `template: ${what}`, { body: template })
  }
}
