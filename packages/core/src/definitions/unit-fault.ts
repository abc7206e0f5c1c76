/// <reference path="./ucum-lhc.d.ts" />
import { UcumLhcUtils } from '@lhncbc/ucum-lhc'

/** Units as data sheets write them, and their UCUM codes. */
const usual = new Map([
  ['degC', 'Cel'],
  ['C', 'Cel'],
  ['F', '[degF]'],
  ['degF', '[degF]'],
  ['Wh', 'W.h'],
  ['kWh', 'kW.h'],
  ['MWh', 'MW.h'],
  ['kmh', 'km/h'],
  ['kph', 'km/h'],
  ['mph', '[mi_i]/h'],
  ['rpm', '{rev}/min'],
  ['sec', 's'],
])

/** The contract's limit. The library's parser takes quadratic time. */
const MAX_LENGTH = 64
/** Longer texts get no suggestions: each unknown part is searched in all names of all units. */
const MAX_GUESSED_LENGTH = 20

const NO_UNIT = 'must be a UCUM code, for example Cel, m/s, kW.h or %'

/** Members of every object. The library looks units up in plain objects, so it takes these for units, or fails. */
const inherited = new RegExp(Object.getOwnPropertyNames(Object.prototype).join('|'), 'i')

/** Why a text is not a case-sensitive UCUM code, with the code probably meant; undefined for a valid code. */
export function unitFault(unit: string): string | undefined {
  if (unit.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`
  if (inherited.test(unit)) return NO_UNIT
  const guesses = unit.length <= MAX_GUESSED_LENGTH
  const ucum = UcumLhcUtils.getInstance()
  // For a text with spaces, the library also prints to the console.
  const judged = /\s/.test(unit) ? undefined : ucum.validateUnitString(unit, guesses)
  if (judged?.status === 'valid' && judged.ucumCode === unit) return undefined
  const meant =
    usual.get(unit) ??
    judged?.ucumCode ??
    judged?.suggestions?.[0]?.units[0]?.[0] ??
    (guesses ? ucum.checkSynonyms(unit.toLowerCase()).units?.[0]?.code : undefined)
  return meant ? `must be a UCUM code; did you mean ${meant}?` : NO_UNIT
}
