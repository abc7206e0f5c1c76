import { templateLimits } from '@sluice/contract'
import { partsOf } from './reference.ts'
import { Unfit } from './substitute.ts'

/** More characters than an application may have. */
export class TooMuch extends Error {}

/**
 * Counts the characters of resources before they are made: one text of a template can repeat a parameter of a megabyte
 * thousands of times.
 */
export class Meter {
  private left: number = templateLimits.renderedCharacters
  private leftOfResource = 0

  /** Begins a resource whose own texts have this many characters. */
  begin(characters: number): void {
    this.leftOfResource = templateLimits.resourceCharacters
    this.spend(characters)
  }

  /** Throws {@link TooMuch}, or {@link Unfit} if only the resource is too long. */
  spend(characters: number): void {
    this.left -= characters
    this.leftOfResource -= characters
    if (this.left < 0) throw new TooMuch()
    if (this.leftOfResource >= 0) return
    throw new Unfit(`makes a resource of more than ${templateLimits.resourceCharacters} characters`)
  }
}

/** Characters of a value as JSON, without the quotes of a text, which may become a part of another. */
export function lengthOf(value: unknown): number {
  const json = JSON.stringify(value)?.length ?? 0
  return typeof value === 'string' ? json - 2 : json
}

/** Characters of a part of a template as JSON, without its references. */
export function ownLength(value: unknown): number {
  return JSON.stringify(value, (_name, inside) => {
    if (typeof inside !== 'string') return inside
    return partsOf(inside)
      .filter((part) => typeof part === 'string')
      .join('')
  }).length
}
