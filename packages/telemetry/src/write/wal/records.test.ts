import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frameRecord, readRecords } from './records.ts'

const records = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 5 })
const fileOf = (all: readonly Uint8Array[]) =>
  Buffer.concat(all.flatMap((record) => frameRecord([record.subarray(0, 2), record.subarray(2)])))
const plain = (all: readonly Uint8Array[]) => all.map((record) => [...record])

it('appended records are read back', () => {
  fc.assert(
    fc.property(records, (all) => {
      expect(plain(readRecords(fileOf(all)))).toEqual(plain(all))
    }),
  )
})

it('of a truncated file, all whole records are read', () => {
  fc.assert(
    fc.property(records, fc.nat({ max: 150 }), (all, length) => {
      const read = readRecords(fileOf(all).subarray(0, length))
      expect(plain(read)).toEqual(plain(all.slice(0, read.length)))
      expect(fileOf(all.slice(0, read.length + 1)).length).toBeGreaterThan(
        Math.min(length, fileOf(all).length - 1),
      )
    }),
  )
})

it('a damaged record is skipped, and all others are read', () => {
  fc.assert(
    fc.property(records, fc.nat(), fc.nat(), (all, which, where) => {
      fc.pre(all.length > 0)
      const damaged = which % all.length
      const file = fileOf(all)
      const begin = fileOf(all.slice(0, damaged)).length + 8
      const at = begin + (where % (all[damaged]?.length ?? 1))
      file.writeUInt8(file.readUInt8(at) ^ 1, at)
      expect(plain(readRecords(file))).toEqual(plain(all.filter((_, i) => i !== damaged)))
    }),
  )
})
