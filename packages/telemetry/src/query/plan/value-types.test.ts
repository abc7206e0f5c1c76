import type { ValueType } from '@sluice/contract'
import type { SeriesPage } from '@sluice/formats'
import { arrowOfSeries } from '@sluice/formats'
import { tableFromIPC } from '@uwdata/flechette'
import { expect, it } from 'vitest'
import { metricOf } from '../../testing/things.ts'
import type { Column } from './selection.ts'
import { valueTypesOf } from './value-types.ts'

function typesOf(...defined: ValueType[]) {
  const columns = defined.map(
    (valueType, thing): Column => ({
      ...{ name: 'level', id: `${thing} level`, thing, aggregate: undefined },
      metric: metricOf('level', valueType, thing),
    }),
  )
  return valueTypesOf({ columns })
}

it('a metric that things define differently has one value type', () => {
  expect(typesOf('number', 'integer')).toEqual({ level: 'number' })
  expect(typesOf('boolean', 'boolean')).toEqual({ level: 'boolean' })
  expect(typesOf('boolean', 'number', 'boolean')).toEqual({ level: 'string' })
})

it("such a metric's Arrow column has the same type on every page", () => {
  const valueTypes = typesOf('number', 'boolean')
  const typeOn = (byThing: NonNullable<SeriesPage['byThing']>) => {
    const page = { timestamps: ['2026-01-01T00:00:00Z'], valueTypes, byThing }
    return tableFromIPC(arrowOfSeries(page)).schema.fields[2]?.type
  }
  const first = typeOn({ a: { level: [1] }, b: { level: [null] } })
  expect(typeOn({ a: { level: [null] }, b: { level: [true] } })).toEqual(first)
  expect(typeOn({ a: { level: [null] }, b: { level: [null] } })).toEqual(first)
})
