import type { Mistake } from './mistake.ts'

const data = '/v2/thing/truck-1/data'
const noon = '2026-06-01T12:00:00Z'
const frame = (timestamp: unknown, values: unknown) => ({ frames: [{ timestamp, values }] })
const good = frame(noon, { temperature: 4 })

/** Of sending samples. */
export const sending: readonly Mistake[] = [
  {
    what: 'GET where samples are sent',
    call: `GET ${data}`,
    said: ['405 GET is not allowed here. Allowed: POST, DELETE.'],
  },
  {
    what: 'no media type',
    call: `POST ${data}`,
    body: good,
    headers: { 'Content-Type': null },
    said: ['415 The body must be application/json: send Content-Type: application/json.'],
  },
  {
    what: 'a form',
    call: `POST ${data}`,
    body: 'a=b',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    said: ['415 The body must be application/json, not application/x-www-form-urlencoded.'],
  },
  {
    what: 'no body',
    call: `POST ${data}`,
    said: [
      '400 /body must be a frame: {timestamp, values}, or several: {frames: [{timestamp, values}, …]}',
    ],
  },
  {
    what: 'no JSON',
    call: `POST ${data}`,
    body: '{frames: []}',
    said: ["400 /body is not JSON: Expected property name or '}' at position 1 (line 1 column 2)"],
  },
  {
    what: 'a comma too many',
    call: `POST ${data}`,
    body: '{"frames": [],}',
    said: [
      '400 /body is not JSON: Expected double-quoted property name at position 14 (line 1 column 15)',
    ],
  },
  {
    what: 'gzip that is none',
    call: `POST ${data}`,
    body: good,
    headers: { 'Content-Encoding': 'gzip' },
    said: ['400 /body is incomplete or does not match its Content-Encoding'],
  },
  {
    what: 'an unknown encoding',
    call: `POST ${data}`,
    body: good,
    headers: { 'Content-Encoding': 'snappy' },
    said: ['415 Content-Encoding must be gzip or zstd, not snappy.'],
  },
  {
    what: 'a list without its name',
    call: `POST ${data}`,
    body: [{ timestamp: noon, values: { temperature: 4 } }],
    said: [
      '400 /body must be a frame: {timestamp, values}, or several: {frames: [{timestamp, values}, …]}',
    ],
  },
  {
    what: 'no frames',
    call: `POST ${data}`,
    body: { frames: [] },
    said: ['400 /body/frames must hold a frame'],
  },
  {
    what: 'epoch seconds',
    call: `POST ${data}`,
    body: frame(1_780_000_000, { temperature: 4 }),
    said: [
      '400 /body/frames/0/timestamp must be ISO 8601 with an offset (2026-01-31T12:00:00Z) or integer epoch milliseconds (1769860800000, not seconds)',
    ],
  },
  {
    what: 'epoch microseconds',
    call: `POST ${data}`,
    body: frame(1_780_000_000_000_000, { temperature: 4 }),
    said: [
      "400 /body/frames/0/timestamp is more than 600 seconds ahead of the server's clock; send epoch milliseconds, nothing finer",
    ],
  },
  {
    what: 'a time as a text of digits',
    call: `POST ${data}`,
    body: frame('1780000000000', { temperature: 4 }),
    said: [
      '400 /body/frames/0/timestamp must be ISO 8601 with an offset (2026-01-31T12:00:00Z) or integer epoch milliseconds (1769860800000, not seconds)',
    ],
  },
  {
    what: 'a time without a zone',
    call: `POST ${data}`,
    body: frame('2026-06-01T12:00:00', { temperature: 4 }),
    said: [
      '400 /body/frames/0/timestamp must be ISO 8601 with an offset (2026-01-31T12:00:00Z) or integer epoch milliseconds (1769860800000, not seconds)',
    ],
  },
  {
    what: 'a date as a time',
    call: `POST ${data}`,
    body: frame('2026-06-01', { temperature: 4 }),
    said: [
      '400 /body/frames/0/timestamp must be ISO 8601 with an offset (2026-01-31T12:00:00Z) or integer epoch milliseconds (1769860800000, not seconds)',
    ],
  },
  {
    what: 'a time in the future',
    call: `POST ${data}`,
    body: frame('2126-06-01T12:00:00Z', { temperature: 4 }),
    said: ["400 /body/frames/0/timestamp is more than 600 seconds ahead of the server's clock"],
  },
  {
    what: 'time in place of timestamp',
    call: `POST ${data}`,
    body: { frames: [{ time: noon, values: { temperature: 4 } }] },
    said: [
      '400 /body/frames/0/time is not a field of a frame: expected timestamp, values',
      '/body/frames/0/timestamp must be ISO 8601 with an offset (2026-01-31T12:00:00Z) or integer epoch milliseconds (1769860800000, not seconds)',
    ],
  },
  {
    what: 'values beside the time',
    call: `POST ${data}`,
    body: { frames: [{ timestamp: noon, temperature: 4 }] },
    said: [
      '400 /body/frames/0/temperature is not a field of a frame: expected timestamp, values',
      '/body/frames/0/values must be an object of metric keys and values',
    ],
  },
  {
    what: 'an unknown metric',
    call: `POST ${data}`,
    body: frame(noon, { temprature: 4 }),
    said: [
      '400 /body/frames/0/values/temprature thing type truck has no metric temprature; it has temperature',
    ],
  },
  {
    what: 'the definition’s id in place of the key',
    call: `POST ${data}`,
    body: frame(noon, { air: 4 }),
    said: ['400 /body/frames/0/values/air thing type truck has no metric air; it has temperature'],
  },
  {
    what: 'a number as text',
    call: `POST ${data}`,
    body: frame(noon, { temperature: '4.5' }),
    said: ['400 /body/frames/0/values/temperature must be a number, not a string'],
  },
  {
    what: 'a decimal comma',
    call: `POST ${data}`,
    body: frame(noon, { temperature: '4,5' }),
    said: ['400 /body/frames/0/values/temperature must be a number, not a string'],
  },
  {
    what: 'NaN',
    call: `POST ${data}`,
    body: '{"frames":[{"timestamp":"2026-06-01T12:00:00Z","values":{"temperature":NaN}}]}',
    said: ["400 /body is not JSON: Unexpected token 'N'"],
  },
  {
    what: 'a value out of range',
    call: `POST ${data}`,
    body: frame(noon, { temperature: 451 }),
    said: ['400 /body/frames/0/values/temperature must be at most 60'],
  },
  {
    what: 'null as a value',
    call: `POST ${data}`,
    body: frame(noon, { temperature: null }),
    said: [
      '400 /body/frames/0/values/temperature must be a finite number; omit a metric without a sample',
    ],
  },
  {
    what: 'a nested value',
    call: `POST ${data}`,
    body: frame(noon, { temperature: { value: 4 } }),
    said: ['400 /body/frames/0/values/temperature must be a finite number'],
  },
  {
    what: 'columns of unequal length',
    call: `POST ${data}/columnar`,
    body: { timestamps: [noon], values: { temperature: [1, 2] } },
    said: [
      '400 /body/values/temperature must have as many values as there are timestamps: 1, not 2',
    ],
  },
  {
    what: 'columns to the path of frames',
    call: `POST ${data}`,
    body: { timestamps: [noon], values: { temperature: [1] } },
    said: [
      '400 /body/timestamps is not a field of a frame: expected timestamp, values',
      '/body/timestamp must be ISO 8601 with an offset (2026-01-31T12:00:00Z) or integer epoch milliseconds (1769860800000, not seconds)',
    ],
  },
  {
    what: 'samples of a thing that is not there',
    call: 'POST /v2/thing/truck-9/data',
    body: good,
    said: ['404 There is no thing "truck-9", or this caller may not read it.'],
  },
  {
    what: 'onError=ignore',
    call: `POST ${data}?onError=ignore`,
    body: good,
    said: ['400 /query/onError must be fail or skip'],
  },
]
