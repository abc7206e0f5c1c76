import { crc32 } from 'node:zlib'
import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frameRecord, readEarlierRecords, readRecords } from './records.ts'

// No byte of a record is one of the mark: otherwise the next record's mark could replace a missing byte.
const mark = Buffer.from('f1e2d3c4b5a69788', 'hex')
const records = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20, max: 100 }), {
  minLength: 1,
  maxLength: 5,
})
const frameOf = (record: Uint8Array, i: number, by = mark) =>
  Buffer.concat(
    atOnce(frameRecord({ mark: by, number: i + 1 }, [record.subarray(0, 2), record.subarray(2)])),
  )
const framesOf = (all: readonly Uint8Array[]) => all.map((record, i) => frameOf(record, i))
const fileOf = (all: readonly Uint8Array[]) => Buffer.concat(framesOf(all))
const plain = (all: readonly Uint8Array[]) => all.map((record) => [...record])

it('appended records are read back', () => {
  fc.assert(
    fc.property(records, (all) => {
      const read = readRecords(fileOf(all), mark)
      expect(plain(read.records)).toEqual(plain(all))
      expect(read.isDamaged).toBe(false)
    }),
  )
})

it('the checksum of a long record is computed in parts', () => {
  const record = Buffer.alloc(20_000_000, 'a long record')
  expect([...frameRecord({ mark, number: 1 }, [record])].length).toBeGreaterThan(50)
  expect(readRecords(frameOf(record, 0), mark).records.map((read) => read.equals(record))).toEqual([
    true,
  ])
})

it('reads all complete records of a file that ends within a record, and reports no damage', () => {
  fc.assert(
    fc.property(records, fc.nat(), (all, where) => {
      const file = fileOf(all)
      const length = where % file.length
      const read = readRecords(file.subarray(0, length), mark)
      const whole = all.filter((_, i) => fileOf(all.slice(0, i + 1)).length <= length)
      expect(plain(read.records)).toEqual(plain(whole))
      expect(read.isDamaged).toBe(false)
    }),
  )
})

it('notices changed bytes anywhere, and loses only the records that contain them', () => {
  const spans = fc.record({ at: fc.nat(), length: fc.integer({ min: 1, max: 60 }), by: fc.nat() })
  fc.assert(
    fc.property(records, spans, (all, { at, length, by }) => {
      const file = fileOf(all)
      const from = at % file.length
      const to = Math.min(file.length, from + length)
      for (let i = from; i < to; i += 1) file[i] = (file[i] ?? 0) ^ (1 + (by % 255))
      const untouched = all.filter((record, i) => {
        const end = fileOf(all.slice(0, i + 1)).length
        return end <= from || end - frameOf(record, i).length >= to
      })
      const read = readRecords(file, mark)
      expect(plain(read.records)).toEqual(plain(untouched))
      expect(read.isDamaged).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

it('notices missing bytes before a record, and loses only the records that contain them', () => {
  fc.assert(
    fc.property(records, fc.nat(), fc.integer({ min: 1, max: 60 }), (all, at, length) => {
      const last = frameOf(all.at(-1) ?? new Uint8Array(), all.length - 1)
      const file = fileOf(all)
      fc.pre(all.length > 1)
      const from = at % (file.length - last.length)
      const to = Math.min(file.length - last.length, from + length)
      const cut = Buffer.concat([file.subarray(0, from), file.subarray(to)])
      const untouched = all.filter((record, i) => {
        const end = fileOf(all.slice(0, i + 1)).length
        return end <= from || end - frameOf(record, i).length >= to
      })
      const read = readRecords(cut, mark)
      // The remains of two records may equal one of them.
      expect(plain(read.records)).toEqual(expect.arrayContaining(plain(untouched)))
      expect(plain(all)).toEqual(expect.arrayContaining(plain(read.records)))
      expect(read.isDamaged).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

it('a damaged record that contains what looks like records does not expose them', () => {
  const forged = frameOf(
    Buffer.from('another organization'),
    0,
    Buffer.from('fedcba9876543210', 'hex'),
  )
  const file = fileOf([Buffer.from('a'), forged, Buffer.from('b')])
  // The first byte of its mark.
  file.writeUInt8(0, fileOf([Buffer.from('a')]).length)
  expect(plain(readRecords(file, mark).records)).toEqual(
    plain([Buffer.from('a'), Buffer.from('b')]),
  )
})

it('records of a segment of an earlier version are read', () => {
  const file = Buffer.concat(
    ['ab', 'c'].flatMap((record) => {
      const head = Buffer.alloc(8)
      head.writeUInt32LE(record.length, 0)
      head.writeUInt32LE(crc32(record), 4)
      return [head, Buffer.from(record)]
    }),
  )
  expect(readEarlierRecords(file).map(String)).toEqual(['ab', 'c'])
  expect(readEarlierRecords(file.subarray(0, 18)).map(String)).toEqual(['ab'])
  // A damaged record is left out, and those after it are not.
  file.writeUInt8(0, 8)
  expect(readEarlierRecords(file).map(String)).toEqual(['c'])
})
