import type { Thing } from '@sluice/contract'
import { csvOfLines } from '@sluice/formats'
import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { leftAfter, type Outcome, previewBatch, type SendBatch, writesOf } from './batches.ts'
import { cellsOf, thingCells } from './cells.ts'
import { readFile, textOf } from './read-file.ts'

const thing: Thing = {
  ...{ id: 'truck-7', name: 'Truck, 7', description: '', thingTypeId: 'truck', siteId: null },
  ...{ fleetIds: ['north', 'cold'], status: 'Active', labels: { line: 'n' } },
  ...{ location: { type: 'Point', coordinates: [-73.9, 40.7] }, attributes: { doors: 4 } },
  ...{ lastSeenAt: null, createdAt: '', updatedAt: '', etag: '' },
}

const csv = (...lines: unknown[][]) =>
  lines
    .map((cells) => cells.map((cell) => `"${text(cell).replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
const text = (cell: unknown) =>
  typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : String(cell ?? '')

test('an export of things can be imported unchanged', () => {
  const [row] = readFile(csv([...thingCells], cellsOf(thing)))
  const { lastSeenAt, createdAt, updatedAt, etag, ...entry } = thing
  expect(row).toEqual({ line: 2, id: 'truck-7', entry, faults: [] })
})

test('an import keeps a description’s spaces, and attributes that are null', () => {
  const attributes = { note: null, engine: { serial: null, power: 4 }, seats: [null], doors: 4 }
  const [row] = readFile(
    csv([...thingCells], cellsOf({ ...thing, description: ' a\n', attributes })),
  )
  expect(row?.entry).toMatchObject({
    description: ' a\n',
    attributes: { engine: { power: 4 }, seats: [null], doors: 4 },
  })
  expect(row?.entry.attributes).not.toHaveProperty('note')
  expect(row?.entry.attributes?.engine).not.toHaveProperty('serial')
})

test.each(['=1', "'=1", "''-1", "'n"])('the name %s is imported as it was exported', (name) => {
  const [row] = readFile(csvOfLines([[...thingCells], cellsOf({ ...thing, name })]))
  expect(row?.entry.name).toBe(name)
})

test('missing columns change nothing, and members of objects may have columns of their own', () => {
  const [row] = readFile('id,labels.line,attributes.doors,siteId\ntruck-7,,4,\n')
  expect(row?.entry).toEqual({
    ...{ id: 'truck-7', labels: { line: null }, attributes: { doors: 4 }, siteId: null },
  })
})

test.each([
  ['42', 42],
  [' -1.5', -1.5],
  ['true', true],
  ['8931080019074208321', '8931080019074208321'],
  ['1e5', '1e5'],
  ['1.50', 1.5],
  ['2.0', 2],
  ['0', 0],
  ['0.0', 0],
  ['10', 10],
  ['0.12345678901234567890', '0.12345678901234567890'],
  ['007', '007'],
])('reads the attribute %j as what it means', (cell, value) => {
  const [row] = readFile(csv(['id', 'attributes.a'], ['truck-7', cell]))
  expect(row).toMatchObject({ entry: { attributes: { a: value } }, faults: [] })
})

test.each(['attributes', 'attributes.a'])(
  'reports an integer in %s that loses digits',
  (column) => {
    const [row] = readFile(csv(['id', column], ['truck-7', '{"serial":8931080019074208321}']))
    expect(row?.faults).toMatchObject([expect.stringContaining('8931080019074208321')])
  },
)

test('reports faults of a row with its line number', () => {
  const rows = readFile('id,latitude,longitude,labels\na,1,,\na,,,x\n')
  expect(rows.map(({ line, faults }) => [line, faults.length])).toEqual([
    [2, 1],
    [3, 2],
  ])
})

test.each(['', 'id\n', 'id,colour\na,red\n', 'id,id\na,a\n'])('rejects the file %j', (file) => {
  expect(() => readFile(file)).toThrow()
})

test.each([
  ['id,name\na,A\nb,2" pipe\n', /^Line 3 has a quotation mark inside a cell/],
  ['id,name\na,"2" pipe"\n', /^Line 2 has a quotation mark inside a cell/],
  ['id,name\na,"A\nb,B\n', /no quotation mark ends it/],
])('explains misplaced quotation marks: %j', (file, words) => {
  expect(() => readFile(file)).toThrow(words)
})

test('faults name the columns of the file', async () => {
  const send: SendBatch = async () => {
    throw new Error('nothing is to be sent')
  }
  const row = `a,north b/d,95,200,${'x'.repeat(257)}`
  const rows = readFile(`id,fleetIds,latitude,longitude,labels.a/b\n${row}\n`)
  const [outcome] = await previewBatch(rows, send)
  expect(outcome?.words.toSorted()).toEqual([
    expect.stringMatching(/^fleetIds must be 1 to 64 of/),
    'labels.a/b must be at most 256 characters',
    'latitude must be at most 90',
    'longitude must be at most 180',
  ])
})

test('a preview sets faulty rows aside and repeats the call for the others', async () => {
  const rows = readFile('id,name\nok,A\nbad id,B\nunknown,C\n')
  const asked: number[] = []
  const send: SendBatch = async ({ things }) => {
    asked.push(things.length)
    const index = things.findIndex(({ id }) => id === 'unknown')
    if (index !== -1) throw refusal(`/body/things/${index}/thingTypeId`)
    const items = things.map(({ id = '' }) => ({
      ...{ id, outcome: 'updated' as const, changes: ['name'], etag: null },
    }))
    return { validateOnly: true, created: 0, updated: items.length, unchanged: 0, items }
  }
  const outcomes = await previewBatch(rows, send)
  expect(asked).toEqual([2, 1])
  expect(outcomes.map(({ result }) => result)).toEqual(['updated', 'faulty', 'faulty'])
  expect(outcomes[2]?.words).toEqual(['thingTypeId is unknown'])
})

test('a row without an id has the same new one in every call', async () => {
  const rows = readFile('name,thingTypeId\nA,truck\nB,truck\n')
  const previewed: unknown[] = []
  const send: SendBatch = async ({ things }) => {
    previewed.push(...things)
    const items = things.map(({ id = '' }) => ({
      ...{ id, outcome: 'created' as const, changes: [], etag: null },
    }))
    return { validateOnly: true, created: items.length, updated: 0, unchanged: 0, items }
  }
  const outcomes = await previewBatch(rows, send)
  const [call] = writesOf(outcomes)
  expect(call?.body.things).toEqual(previewed)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
  for (const { id } of rows) expect(id).toMatch(/^[A-Za-z0-9]{16}$/)
})

test('writes only what was previewed, but accepts a row that the last call may have written', () => {
  const rows = readFile('id,name\na,A\nb,B\nc,C\nd,D\n')
  const results = ['created', 'updated', 'unchanged', 'faulty'] as const
  const outcomes = rows.map((row, i): Outcome => {
    return { row, result: results[i] ?? 'faulty', words: [] }
  })
  const sent = (left: Outcome[]) =>
    writesOf(left).map(({ body: { mode, things } }) => [mode, things.map(({ id }) => id)])
  expect(sent(outcomes)).toEqual([
    ['create', ['a']],
    ['update', ['b']],
  ])
  const [first, second] = writesOf(outcomes)
  const unanswered = leftAfter(outcomes, new Set(), first?.outcomes ?? [])
  expect(sent(unanswered)).toEqual([
    ['upsert', ['a']],
    ['update', ['b']],
  ])
  expect(sent(leftAfter(outcomes, new Set(first?.outcomes), second?.outcomes ?? []))).toEqual([
    ['upsert', ['b']],
  ])
})

test('a preview throws an error that concerns no row', async () => {
  const send: SendBatch = async () => {
    throw refusal('/body/mode')
  }
  await expect(previewBatch(readFile('id,name\nok,A\n'), send)).rejects.toThrow()
})

function refusal(pointer: string) {
  const errors = [{ pointer, detail: 'is unknown' }]
  return TRPCClientError.from({
    error: { code: -32_000, message: 'x', data: { httpStatus: 400, problem: { errors } } },
  })
}

test.each([';', '\t'])(
  'reads a file with cells separated by “%s” like one separated by commas',
  (sign) => {
    const rows = readFile(`id${sign}name\ntruck-7${sign}"Truck${sign} 7, red"\n`)
    expect(rows).toMatchObject([{ entry: { id: 'truck-7', name: `Truck${sign} 7, red` } }])
  },
)

test('rejects a file in another encoding, but accepts a byte order mark', () => {
  const latin1 = Buffer.from('id,name\n1,München\n', 'latin1')
  expect(() => textOf(new Uint8Array(latin1).buffer)).toThrow('Save it as “CSV UTF-8”')
  const utf8 = new TextEncoder().encode('\uFEFFid,name\n1,München\n').buffer
  expect(readFile(textOf(utf8))).toMatchObject([{ entry: { id: '1', name: 'München' } }])
})
