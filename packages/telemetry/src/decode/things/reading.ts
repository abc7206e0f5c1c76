import { idFault, idForm, ingestLimits } from '@sluice/contract'
import type { Faults, Path } from '../faults.ts'
import { isObject } from '../intake.ts'
import type { Parts } from './parts.ts'

/** A body about many things whose samples have yet to be read. */
export interface Reading {
  /** The distinct things that it names, in order. */
  readonly things: ReadonlySet<string>
  /** Takes its samples; yields now and then. */
  read(parts: Parts): Generator<void, void>
}

/** The thing ids that a body names, validated where they occur. */
export class ThingIds {
  readonly all = new Set<string>()
  readonly #faults: Faults

  constructor(faults: Faults) {
    this.#faults = faults
  }

  /** Whether it names as many as a call may. */
  get areFull(): boolean {
    return this.all.size >= ingestLimits.things
  }

  /** Adds an id. Returns false, with a fault, if it is invalid. */
  take(id: unknown, ...path: Path): boolean {
    if (typeof id === 'string' && this.all.has(id)) return true
    const detail = this.#faultOf(id)
    if (detail === undefined) this.all.add(id as string)
    else this.#faults.add(detail, ...path)
    return detail === undefined
  }

  /** Returns whether there are too many, with a fault of the whole call. */
  overflow(...path: Path): boolean {
    const { things } = ingestLimits
    if (this.all.size <= things) return false
    this.#faults.exceed(
      `must be about at most ${things} things; split it into several calls`,
      ...path,
    )
    return true
  }

  #faultOf(id: unknown): string | undefined {
    if (id === undefined || id === null) return 'is required: the id of a thing'
    if (typeof id !== 'string') return 'must be the id of a thing, a string'
    return idForm.test(id) ? undefined : idFault
  }
}

/**
 * The entries of a body whose only field is a list called `name`. Otherwise empty, with a fault of the whole call that
 * says the expected `form`.
 */
export function entriesOf(
  body: unknown,
  name: string,
  form: string,
  faults: Faults,
): readonly unknown[] {
  if (!isObject(body) || body[name] === undefined) {
    faults.refuse(form, 'body')
    return []
  }
  for (const key of Object.keys(body)) {
    if (key === name) continue
    faults.refuse(`is not a field here: expected ${name} alone`, 'body', key)
  }
  const { frames: most } = ingestLimits
  const list = body[name]
  if (!Array.isArray(list)) faults.refuse('must be an array', 'body', name)
  else if (list.length === 0) faults.refuse('must not be empty', 'body', name)
  else if (list.length > most) {
    const detail = `must have at most ${most} entries, not ${list.length}; split it into several calls`
    faults.exceed(detail, 'body', name)
  } else return list
  return []
}
