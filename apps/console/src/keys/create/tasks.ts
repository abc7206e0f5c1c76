import type { Key, Scope } from '@sluice/contract'
import type { ChoiceKind } from '#choices/kinds.ts'

/** What a key is for, as people say it. */
export interface Task {
  readonly title: string
  readonly text: string
  /** What it is about: chosen first. */
  readonly about?: Extract<ChoiceKind, 'site' | 'fleet' | 'thing'>
  /** Only keys of this type can do it. */
  readonly keyType?: Key['keyType']
  readonly scopes: (id: string) => readonly Scope[]
}

/** The usual tasks, the narrowest first. */
export const tasks: readonly Task[] = [
  {
    title: 'Partner reads one site',
    text: 'The site, its things and their data.',
    about: 'site',
    scopes: (id) => [read(`PLACE/Site/${id}`), read(`PLACE/Site/${id}/THING/#/#`)],
  },
  {
    title: 'Partner reads one fleet',
    text: 'The fleet, its things and their data.',
    about: 'fleet',
    scopes: (id) => [read(`PLACE/Fleet/${id}`), read(`PLACE/Fleet/${id}/THING/#/#`)],
  },
  {
    title: 'Gateway sends for one site',
    text: 'Data of its things, without reading any.',
    about: 'site',
    scopes: (id) => [write(`PLACE/Site/${id}/THING/#/#`)],
  },
  {
    title: 'Device sends for one thing',
    text: 'Its own data, without reading any.',
    about: 'thing',
    scopes: (id) => [write(`THING/#/${id}`)],
  },
  {
    title: 'Read everything',
    text: 'For a dashboard or an export.',
    scopes: () => [read('#')],
  },
  {
    title: 'Read and write everything',
    text: 'For your own services.',
    scopes: () => [read('#'), write('#')],
  },
  {
    title: 'Administer everything',
    text: 'Keys too. For your own tools alone.',
    keyType: 'Admin',
    scopes: () => [{ action: '*', resourceFilter: '#' }],
  },
]

/** Those that a key of a type can do. */
export function tasksFor(keyType: Key['keyType']): Task[] {
  return tasks.filter((task) => task.keyType === undefined || task.keyType === keyType)
}

function read(resourceFilter: string): Scope {
  return { action: 'read', resourceFilter }
}

function write(resourceFilter: string): Scope {
  return { action: 'write', resourceFilter }
}
