import { expect, test } from 'vitest'
import { bucketMap } from './bucket-map.ts'

const limit = { perMinute: 60, burst: 3 }

function mapAt(capacity: number) {
  const clock = { now: 1_000_000 }
  return { clock, map: bucketMap(limit, () => clock.now, capacity) }
}

test('a bucket that was never used is full and not stored', () => {
  const { map } = mapAt(2)
  expect(map.look('nobody')).toBe(3)
  expect(map.size()).toBe(0)
})

test('at capacity, full buckets are evicted and others kept', () => {
  const { map, clock } = mapAt(3)
  map.bucketOf('full')
  map.bucketOf('refilled').tokens -= 1
  clock.now += 1000
  map.bucketOf('drawn').tokens -= 1
  expect(map.size()).toBe(3)
  map.bucketOf('new')
  expect(map.size()).toBe(2)
  expect(map.look('drawn')).toBe(2)
})

test('while no bucket can be evicted, the map is searched only each time it has doubled', () => {
  const { map } = mapAt(3)
  const draw = (name: string) => {
    map.bucketOf(name).tokens -= 1
  }
  for (const name of ['a', 'b', 'c', 'd']) draw(name)
  map.bucketOf('full')
  draw('e')
  expect(map.size()).toBe(6)
  draw('f')
  expect(map.size()).toBe(6)
})
