import type { Key, Scope } from '@sluice/contract'
import type { ChoiceKind } from '#choices/kinds.ts'
import { texts } from '#texts/keys-create.tsx'

/** A common purpose of a key. */
export interface Task {
  readonly title: string
  readonly text: string
  /** Kind of resource to choose first. */
  readonly about?: Extract<ChoiceKind, 'site' | 'fleet' | 'thing'>
  /** Only for keys of this type. */
  readonly keyType?: Key['keyType']
  readonly scopes: (id: string) => readonly Scope[]
}

/** The usual tasks, the narrowest first. */
export const tasks: readonly Task[] = [
  {
    title: texts.tasks.partnerSite.title,
    text: texts.tasks.partnerSite.text,
    about: 'site',
    scopes: (id) => [read(`PLACE/Site/${id}`), read(`PLACE/Site/${id}/THING/#/#`)],
  },
  {
    title: texts.tasks.partnerFleet.title,
    text: texts.tasks.partnerFleet.text,
    about: 'fleet',
    scopes: (id) => [read(`PLACE/Fleet/${id}`), read(`PLACE/Fleet/${id}/THING/#/#`)],
  },
  {
    title: texts.tasks.gateway.title,
    text: texts.tasks.gateway.text,
    about: 'site',
    scopes: (id) => [write(`PLACE/Site/${id}/THING/#/#`)],
  },
  {
    title: texts.tasks.device.title,
    text: texts.tasks.device.text,
    about: 'thing',
    scopes: (id) => [write(`THING/#/${id}`)],
  },
  {
    title: texts.tasks.readAll.title,
    text: texts.tasks.readAll.text,
    scopes: () => [read('#')],
  },
  {
    title: texts.tasks.writeAll.title,
    text: texts.tasks.writeAll.text,
    scopes: () => [read('#'), write('#')],
  },
  {
    title: texts.tasks.admin.title,
    text: texts.tasks.admin.text,
    keyType: 'Admin',
    scopes: () => [{ action: '*', resourceFilter: '#' }],
  },
]

/** Tasks for keys of this type. */
export function tasksFor(keyType: Key['keyType']): Task[] {
  return tasks.filter((task) => task.keyType === undefined || task.keyType === keyType)
}

function read(resourceFilter: string): Scope {
  return { action: 'read', resourceFilter }
}

function write(resourceFilter: string): Scope {
  return { action: 'write', resourceFilter }
}
