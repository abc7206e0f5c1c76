import type { Scope } from '@sluice/contract'
import { texts } from '#texts/keys-scopes.ts'
import { type Picked, pickedBy } from './forms.ts'

const { verbs, about } = texts

/** A scope in plain words: `Write all things in the site oslo`. */
export function scopeWords({ action, resourceFilter }: Scope): string {
  const picked = pickedBy(resourceFilter)
  return verbs[action](picked ? resourceWords(picked) : about.filter(resourceFilter))
}

function resourceWords({ kind, values }: Picked): string {
  const [first = '#', second = '#', third = '#'] = values
  switch (kind) {
    case 'everything':
      return about.everything
    case 'organization':
      return about.organization
    case 'things':
      return thingWords(first, second)
    case 'siteThings': {
      const things = thingWords(second, third)
      return first === '#' ? about.in.anySite(things) : about.in.site(things, first)
    }
    case 'fleetThings': {
      const things = thingWords(second, third)
      return first === '#' ? about.in.anyFleet(things) : about.in.fleet(things, first)
    }
    default:
      return first === '#' ? about.all[kind] : about.one[kind](first)
  }
}

function thingWords(type: string, thing: string): string {
  const { all, ofType, one, oneOfType } = about.things
  if (thing === '#') return type === '#' ? all : ofType(type)
  return type === '#' ? one(thing) : oneOfType(thing, type)
}
