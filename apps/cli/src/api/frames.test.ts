import { expect, test } from 'vitest'
import { type FrameFormat, framesOf } from './frames.ts'

async function read(text: string, format: FrameFormat, thing?: string) {
  const lines = async function* () {
    yield* text.split('\n')
  }
  const frames = []
  for await (const frame of framesOf(lines(), format, thing)) frames.push(frame)
  return frames
}

test('JSON lines are frames, of the thing that they or the option name', async () => {
  const text = '{"thingId":"a","timestamp":1000,"values":{"t":1}}\n\n{"values":{"on":true}}'
  expect(await read(text, 'jsonl', 'b')).toEqual([
    { thingId: 'a', timestamp: 1000, values: { t: 1 }, line: 1 },
    { thingId: 'b', timestamp: undefined, values: { on: true }, line: 3 },
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
      line: expect.any(Number),
    },
    { thingId: 'b', timestamp: 1_780_308_000_000, values: {}, line: expect.any(Number) },
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
  ['csv', 'timestamp,t\n1,2', 'has no thingId, and there is no --thing'],
  ['csv', 'thingId,t\na,1,2', 'Line 2 Invalid Record Length'],
] as const)('a wrong line of %s is told by its number: %j', async (format, text, message) => {
  await expect(read(text, format)).rejects.toThrow(message)
})
