import { expect, it } from 'vitest'
import { TooManyBytes } from '../../too-many-rows.ts'
import type { Axis } from '../axis/axis.ts'
import type { Range } from '../plan/range.ts'
import { bytesOfValue } from '../response-bytes.ts'
import { readPage } from './read-page.ts'
import type { Order } from './spans.ts'

const MOST = 6400
const text = 'x'.repeat(56)
const SIZE = bytesOfValue(text)

/** An axis with a text at each of these positions, of which a statement answers at most a hundred. */
function axisOf(end: number, isThere: (position: number) => boolean) {
  const read: [positions: number, fits: boolean][] = []
  const axis: Axis = {
    positions: { from: 0, to: end },
    firstSpan: 1000,
    timeOf: (position) => position,
    async read({ from, to }: Range, order: Order) {
      const all = Array.from({ length: to - from }, (_, i) => from + i).filter(isThere)
      const positions = order === 'asc' ? all : all.toReversed()
      const fits = positions.length * SIZE <= MOST
      read.push([positions.length, fits])
      if (!fits) throw new TooManyBytes(undefined)
      return { positions, columns: [{ id: 'log', values: positions.map(() => text) }] }
    },
  }
  return { axis, read }
}

const wanted = { columns: ['log'], limit: 10_000, room: MOST, start: undefined, end: undefined }

it.each(['asc', 'desc'] as const)(
  'a page of long texts is read in few statements, most of which it contains, %s',
  async (order) => {
    const { axis, read } = axisOf(1000, (position) => position % 7 === 0)
    const { positions, next } = await readPage(axis, { ...wanted, order })
    expect(positions.length).toBeGreaterThan(60)
    const asked = read.filter(([, fits]) => fits).reduce((sum, [count]) => sum + count, 0)
    expect(asked).toBe(positions.length)
    expect(read.length).toBeLessThan(5)
    expect(next).toBe(order === 'asc' ? 694 : 285)
  },
)

it('behind long texts, sparse data is found in few steps', async () => {
  const { axis, read } = axisOf(1_000_000, (position) => position < 300 || position === 999_999)
  const { positions } = await readPage(axis, { ...wanted, order: 'asc', start: 250 })
  expect(positions).toHaveLength(51)
  expect(read.length).toBeLessThan(8)
})

it.each(['asc', 'desc'] as const)(
  'a page ends where that of another series ended, %s',
  async (order) => {
    const { axis } = axisOf(90, () => true)
    const page = await readPage(axis, {
      ...wanted,
      order,
      start: 30,
      end: order === 'asc' ? 40 : 20,
    })
    const positions = Array.from({ length: 10 }, (_, i) => (order === 'asc' ? 30 + i : 30 - i))
    expect(page.positions).toEqual(positions)
    expect(page.next).toBeUndefined()
  },
)
