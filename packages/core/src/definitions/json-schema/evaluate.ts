/**
 * Validates a value by a JSON Schema (2020-12) without compiling it.
 *
 * Compiled code is faster, but compiling takes a hundred times as long as a validation, and doubling `$ref`s let two
 * kilobytes of schema expand to a minute of work. Here a reference is followed only when a value is validated by it,
 * each step is counted, and a validation fails once it exceeds its limit, in the same way on every machine. Equal
 * values are found by their canonical texts. Faults are worded as by Ajv.
 */
import { applicators } from './applicators.ts'
import { assertions } from './assertions.ts'
import type { Schema } from './forms.ts'
import type { Judge, SchemaFault } from './judge.ts'
import type { Prepared } from './prepare.ts'
import { merge, newSeen, type Seen } from './seen.ts'

/** Steps of one validation: 10 to 20 ms. An honest one takes a few for each value. */
export const MAX_STEPS = 100_000
/** The fixed cost of evaluating a schema. */
const EVALUATION = 6
/** The most faults that are listed. */
const MAX_FAULTS = 100
/** The deepest chain of schemas. As values have 64 levels at most, more is a cycle. */
const MAX_DEPTH = 500

class Judgement implements Judge {
  readonly schema: Prepared
  readonly faults: SchemaFault[] = []
  readonly path: PropertyKey[] = []
  private readonly names = new Map<object, readonly string[]>()
  steps = 0
  private depth = 0

  constructor(schema: Prepared) {
    this.schema = schema
  }

  spend(steps: number): void {
    this.steps += steps
    if (this.steps > MAX_STEPS)
      throw new Error('too much work: use fewer values, or fewer or smaller schemas')
  }

  namesOf(value: object): readonly string[] {
    const known = this.names.get(value)
    if (known) return known
    const names = Object.keys(value)
    this.names.set(value, names)
    this.spend(names.length)
    return names
  }

  fault(message: string): false {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ path: [...this.path], message })
    return false
  }

  quietly(judge: () => boolean): boolean {
    const before = this.faults.length
    const fits = judge()
    this.faults.length = before
    return fits
  }

  below(name: PropertyKey, judge: () => boolean): boolean {
    this.path.push(name)
    const fits = judge()
    this.path.pop()
    return fits
  }

  evaluate(schema: Schema, value: unknown, seen: Seen): boolean {
    this.spend(EVALUATION)
    if (schema === true) return true
    if (schema === false) return this.fault('boolean schema is false')
    this.depth += 1
    if (this.depth > MAX_DEPTH) throw new Error('its references lead in a circle')
    const own = this.schema.tracks ? newSeen() : seen
    let fits = true
    for (const target of this.schema.targets.get(schema) ?? []) {
      fits = this.evaluate(target, value, own) && fits
    }
    fits = assertions(this, schema, value) && fits
    fits = applicators(this, schema, value, own) && fits
    this.depth -= 1
    if (fits && own !== seen) this.spend(merge(own, seen))
    return fits
  }
}

/** The faults of a value by a prepared schema, and the steps that it took. Throws an Error if it takes too many. */
export function judge(
  schema: Prepared,
  value: unknown,
): { readonly faults: readonly SchemaFault[]; readonly steps: number } {
  const judgement = new Judgement(schema)
  schema.refill()
  judgement.evaluate(schema.root, value, newSeen())
  return judgement
}
