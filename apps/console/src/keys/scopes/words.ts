import type { Scope, ScopeAction } from '@sluice/contract'
import { type Picked, pickedBy } from './forms.ts'

const verbs: Record<ScopeAction, string> = {
  read: 'Read',
  write: 'Write',
  admin: 'Administer',
  '*': 'Read, write and administer',
}

/** A scope in plain words: `Write all things in the site oslo`. */
export function scopeWords({ action, resourceFilter }: Scope): string {
  const picked = pickedBy(resourceFilter)
  const what = picked ? resourceWords(picked) : `everything that ${resourceFilter} matches`
  return `${verbs[action]} ${what}`
}

function resourceWords({ kind, values }: Picked): string {
  const [first = '#', second = '#', third = '#'] = values
  switch (kind) {
    case 'everything':
      return 'everything in the organization'
    case 'things':
      return thingWords(first, second)
    case 'siteThings':
      return `${thingWords(second, third)} in ${first === '#' ? 'any site' : `the site ${first}`}`
    case 'fleetThings':
      return `${thingWords(second, third)} in ${first === '#' ? 'any fleet' : `the fleet ${first}`}`
    case 'site':
      return named('site', first)
    case 'fleet':
      return named('fleet', first)
    case 'thingType':
      return named('thing type', first)
    case 'metric':
      return named('metric definition', first)
    case 'mapping':
      return named('mapping', first)
    case 'template':
      return named('template', first)
    case 'integration':
      return named('integration', first)
    case 'key':
      return named('key', first)
    case 'organization':
      return 'the organization’s settings and audit log'
  }
}

function thingWords(type: string, thing: string): string {
  const ofType = type === '#' ? '' : ` of the type ${type}`
  return thing === '#' ? `all things${ofType}` : `the thing ${thing}${ofType && `, while${ofType}`}`
}

const named = (what: string, id: string) => (id === '#' ? `all ${what}s` : `the ${what} ${id}`)
