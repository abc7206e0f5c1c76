import { memberOf } from '#data/member-of.ts'

/** Usual symbols of UCUM codes; other codes are shown as they are. */
const symbols: Record<string, string> = {
  Cel: '°C',
  '[degF]': '°F',
  'm/s': 'm/s',
  'km/h': 'km/h',
  '[mi_i]/h': 'mph',
  '[kn_i]': 'kn',
  '[in_i]': 'in',
  '[ft_i]': 'ft',
  '[mi_i]': 'mi',
  deg: '°',
  '%': '%',
  '1': '',
  Ohm: 'Ω',
  um: 'µm',
  'ug/m3': 'µg/m³',
  m2: 'm²',
  m3: 'm³',
  'kW.h': 'kWh',
  'W.h': 'Wh',
  'W/m2': 'W/m²',
}

/** The usual symbol of a UCUM unit: `Cel` is °C. Empty if there is no unit. */
export function unitSymbol(ucum: string | null): string {
  if (ucum === null) return ''
  const symbol = memberOf(symbols, ucum)
  if (symbol === undefined && ucum.endsWith('/s')) return `${unitSymbol(ucum.slice(0, -2))}/s`
  return symbol ?? ucum
}
