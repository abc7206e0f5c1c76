import { expect, test } from 'vitest'
import { type Frame, type FrameFormat, framesOf } from './frames.ts'

async function read(text: string, format: FrameFormat, thing?: string) {
  const frames = []
  for await (const frame of framesOf(inPieces(text), format, thing)) frames.push(frame)
  return frames
}

/** A text as it may arrive: in pieces that end anywhere. */
async function* inPieces(text: string, size = 7) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

test('JSON lines are frames, of the thing that they or the option name', async () => {
  const text = '\uFEFF{"thingId":"a","timestamp":1000,"values":{"t":1}}\n\n{"values":{"on":true}}'
  expect(await read(text, 'jsonl', 'b')).toEqual([
    { thingId: 'a', timestamp: 1000, values: { t: 1 } },
    { thingId: 'b', timestamp: undefined, values: { on: true } },
  ])
})

test('CSV rows are frames: empty cells are none, and numbers and booleans what they look like', async () => {
  const text =
    '\uFEFFthingId,timestamp,t,on,state\na,2026-06-01T10:00:00Z,-1.5e2,true,"up, and\nrunning"\nb,1780308000000,,,\n'
  expect(await read(text, 'csv')).toEqual([
    {
      thingId: 'a',
      timestamp: '2026-06-01T10:00:00Z',
      values: { t: -150, on: true, state: 'up, and\nrunning' },
    },
    { thingId: 'b', timestamp: 1_780_308_000_000, values: {} },
  ])
})

test('a metric that is called like another column of CSV is a column that says so', async () => {
  const text = 'timestamp,thingId,metric:timestamp,metric:thingId,group\n1000,a,5,x,g\n'
  expect(await read(text, 'csv')).toMatchObject([
    { thingId: 'a', timestamp: 1000, values: { timestamp: 5, thingId: 'x', group: 'g' } },
  ])
})

test.each([
  ['jsonl', '{"thingId":"a","values":{"t":1}}\n[1]', 'Line 2 is no JSON object'],
  ['jsonl', '{"thingId":"a"', 'Line 1 is no JSON object'],
  ['jsonl', '{"values":{"t":1}}', 'Line 1 has no thingId'],
  ['jsonl', '{"thingId":"a"}', 'Line 1 has no values'],
  ['jsonl', '{"thingId":"a","values":[1,2]}', 'Line 1 has no values'],
  ['csv', 'thingId,t,"t"\na,1,2\n', 'Line 1 has the column "t" twice.'],
  ['csv', 'timestamp,t\n1,2', 'has no thingId, and there is no --thing'],
  ['csv', 'thingId,t\na,1,2', 'Line 2 Invalid Record Length: columns length is 2, got 3.'],
  ['csv', 'thingId,t\n\na,"1\r\n2"\n\nb,2"3"\n', 'Line 6 Invalid Opening Quote'],
  ['csv', 'thingId,t\na,1\nb,"2\nc,3\n', 'Line 3 begins a row with a quote that is not closed.'],
] as const)('a wrong line of %s is told by its number: %j', async (format, text, message) => {
  await expect(read(text, format)).rejects.toThrow(message)
})

test('rows before a wrong one are read, however many arrive with it', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => `a,${i}\n`).join('')
  const read: Frame[] = []
  const reading = async () => {
    for await (const frame of framesOf(inPieces(`thingId,t\n${rows}a,1,2\n`, 1e6), 'csv', 'b')) {
      read.push(frame)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await expect(reading()).rejects.toThrow('Line 502 Invalid Record Length')
  expect(read).toHaveLength(500)
})

test('a line that is too long is told by its number, after those before it', async () => {
  const read: Frame[] = []
  const reading = async () => {
    const text = inPieces(`{"values":{}}\n"${'a'.repeat(1024 * 1024)}`, 2e6)
    for await (const frame of framesOf(text, 'jsonl', 'b')) read.push(frame)
  }
  await expect(reading()).rejects.toThrow('Line 2 is longer than 1048576 characters.')
  expect(read).toHaveLength(1)
})

test('a quote that is missing does not make one row of all that follows', async () => {
  let taken = 0
  async function* endless() {
    yield 'thingId,t\na,1\nb,"2\n'
    for (;;) {
      taken += 1
      yield 'c,3\n'.repeat(10_000)
    }
  }
  const read: Frame[] = []
  const reading = async () => {
    for await (const frame of framesOf(endless(), 'csv', undefined)) read.push(frame)
  }
  await expect(reading()).rejects.toThrow('Line 3 begins a row of more than 1048576 bytes')
  expect([read.length, taken]).toEqual([1, 27])
})

test('a cell keeps the ends of its lines', async () => {
  expect(await read('thingId,t\r\na,"up\r\nand"\r\n', 'csv')).toMatchObject([
    { values: { t: 'up\r\nand' } },
  ])
})

test('texts of the API\u2019s CSV are read back as they were', async () => {
  const cells = ["'=1+1", "'-5", '-5', "'@a", "'\tx", `"'\r\nx"`, "''-5", "'a"]
  const rows = cells.map((cell, i) => `${i},'-a,${cell},${-i}\r\n`)
  const frames = await read(`timestamp,thingId,state,'-t\r\n${rows.join('')}`, 'csv')
  expect(frames.map(({ values }) => values.state)).toEqual([
    ...['=1+1', '-5', -5, '@a', '\tx', '\r\nx', "'-5", "'a"],
  ])
  expect(frames[7]).toMatchObject({ thingId: '-a', values: { '-t': -7 } })
})
