/// <reference path="./ucum-lhc.d.ts" />
import { UcumLhcUtils } from '@lhncbc/ucum-lhc'

/** Units as data sheets write them, and the UCUM codes that they mean. */
const usual: Record<string, string> = {
  degC: 'Cel',
  C: 'Cel',
  F: '[degF]',
  degF: '[degF]',
  Wh: 'W.h',
  kWh: 'kW.h',
  MWh: 'MW.h',
  kmh: 'km/h',
  kph: 'km/h',
  mph: '[mi_i]/h',
  rpm: '{rev}/min',
  sec: 's',
}

/** What the contract allows. The library's parser takes quadratic time. */
const LONGEST = 64
/** Each unknown part of a unit is searched for in all names of all units. */
const LONGEST_GUESSED = 20

/**
 * Why a text is not a case-sensitive UCUM code, with the code that was probably meant; undefined for a
 * code.
 */
export function unitFault(unit: string): string | undefined {
  if (unit.length > LONGEST) return `must have at most ${LONGEST} characters`
  const guesses = unit.length <= LONGEST_GUESSED
  const ucum = UcumLhcUtils.getInstance()
  // The library prints a text with blanks to the console instead of only refusing it.
  const judged = /\s/.test(unit) ? undefined : ucum.validateUnitString(unit, guesses)
  if (judged?.status === 'valid' && judged.ucumCode === unit) return undefined
  const meant =
    usual[unit] ??
    judged?.ucumCode ??
    judged?.suggestions?.[0]?.units[0]?.[0] ??
    (guesses ? ucum.checkSynonyms(unit.toLowerCase()).units?.[0]?.code : undefined)
  const hint = meant ? `; did you mean ${meant}?` : ', for example Cel, m/s, kW.h or %'
  return `must be a UCUM code${hint}`
}
