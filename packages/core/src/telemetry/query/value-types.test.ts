import { expect, it } from 'vitest'
import { metricOf } from '../fixture.ts'
import type { Column } from './selection.ts'
import type { Subject } from './subject.ts'
import { valueTypesOf } from './value-types.ts'

it('goes by the subject where its things define a metric differently', () => {
  const column = (valueType: 'number' | 'string', thing: number): Column => ({
    ...{ name: 'level', id: `${thing} level`, thing, aggregate: undefined },
    metric: metricOf('level', valueType, thing),
  })
  const columns = [column('number', 1), column('string', 2)]
  const subject: Subject = {
    ...{ organization: 1, members: [], timezone: 'UTC', name: 'these things' },
    metrics: [metricOf('level', 'number', 1)],
  }
  expect(valueTypesOf(subject, { kind: 'raw', range: { from: 0, to: 1 }, columns })).toEqual({
    level: 'number',
  })
})
