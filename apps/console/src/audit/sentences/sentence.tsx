import type { ReactNode } from 'react'
import { texts } from '#texts/audit-sentences.tsx'
import { changesOf } from '../changes-of.ts'
import type { Logged } from '../logged.ts'
import { Linked } from './linked.tsx'
import { countOf, recordIn, textOf } from './record.ts'
import { resourceOf } from './resource.ts'
import type { Said, Side } from './said.ts'

/** An audit entry as a sentence: who did what to which resource. */
export function Sentence({ entry }: { entry: Logged }) {
  const say = sayings[entry.operation] ?? texts.other
  return say(saidOf(entry))
}

const sayings: Readonly<Record<string, (said: Said) => ReactNode>> = texts.sentences

function saidOf(entry: Logged): Said {
  const { kind, name, href } = resourceOf(entry)
  const linked = <Linked name={name} href={href} />
  return {
    entry,
    who: whoOf(entry),
    what: kind ? texts.kinds[kind](linked) : texts.organization,
    ...differencesOf(entry),
    before: sideOf(entry.before),
    after: sideOf(entry.after),
  }
}

/** Links a key's name to its page; people have no page of their own. */
function whoOf({ actor: { type, id, name } }: Logged): ReactNode {
  if (type === 'key') return texts.byKey(<Linked name={name} href={`/keys/${id}`} />)
  if (type === 'operator') return texts.byOperator(<Linked name={name} href={undefined} />)
  if (type === 'user') return <Linked name={name} href={undefined} />
  return id === 'operator' ? texts.byMachine : texts.byService
}

function sideOf(record: unknown): Side {
  return {
    text: (name) => textOf(record, name),
    count: (name) => countOf(record, name),
    within: (name) => sideOf(recordIn(record, name)),
  }
}

/** Longer values are shown only in the drawer. */
const LONGEST = 40

function differencesOf({ before, after }: Logged): Pick<Said, 'fields' | 'single'> {
  const changes = changesOf(before, after)
  const fields = [...new Set(changes.map(({ field }) => field.split('.')[0] ?? field))]
  const [change] = changes
  if (!change || changes.length > 1) return { fields, single: undefined }
  const [from, to] = [plain(change.before), plain(change.after)]
  const isShort = from !== undefined && to !== undefined && from.length + to.length <= LONGEST
  return { fields, single: isShort ? { field: change.field, from, to } : undefined }
}

/** A value as quoted in a sentence; undefined for objects. */
function plain(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return texts.none
  return typeof value === 'object' ? undefined : String(value)
}
