import { operations } from '@sluice/contract'
import { expect, test } from 'vitest'
import { boundFaults } from '../../bounds/index.ts'
import { draftsFor } from '../plan/plan.ts'
import { buildingMeter } from './building-meter.ts'
import { weatherStation } from './weather-station.ts'

const id = (i: number) => `${i}`.padStart(48, 'x')
const station = (i: number) => ({
  ...{ id: id(i), name: `Station number ${i} of the network` },
  ...{ longitude: -123.456789, latitude: 12.345678, height: 1234.5 },
})
const building = (i: number) => ({ id: id(i), name: `Building ${i}`, address: '1 Long Street' })

test.each([
  [weatherStation, 'stations', station, 1],
  [buildingMeter, 'buildings', building, 4],
] as const)('$name can be applied to as many elements as its list may have', async (...row) => {
  const [template, name, element, each] = row
  const { schema } = template.parameters.find((one) => one.name === name) ?? {}
  const count = schema?.maxItems as number
  const parameters = { [name]: Array.from({ length: count }, (_, i) => element(i)) }
  const body = { applicationId: 'default', parameters, validateOnly: false }
  expect(boundFaults(operations['templates.apply'], { body })).toEqual([])
  expect(JSON.stringify(body).length).toBeLessThan(1024 * 1024)
  const { drafts, faults } = await draftsFor(template, parameters)
  expect(faults).toEqual([])
  expect(drafts.length).toBeGreaterThan(count * each)
})
