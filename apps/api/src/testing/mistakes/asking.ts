import type { Mistake } from './mistake.ts'

/** Of asking for what is there. */
export const asking: readonly Mistake[] = [
  {
    what: 'a range backwards',
    call: 'GET /v2/thing/truck-1/timeseries?from=2026-06-02T00:00:00Z&to=2026-06-01T00:00:00Z',
    said: ['400 /query/to must be after from'],
  },
  {
    what: 'an interval in words',
    call: 'GET /v2/thing/truck-1/timeseries?from=-1d&interval=1hour',
    said: ['400 /query/interval must be like 30s, 5m, 1h, 1d, 1w or 1mo, or auto'],
  },
  {
    what: 'an interval in seconds',
    call: 'GET /v2/thing/truck-1/timeseries?from=-1d&interval=3600',
    said: ['400 /query/interval must be like 30s, 5m, 1h, 1d, 1w or 1mo, or auto'],
  },
  {
    what: 'ISO durations',
    call: 'GET /v2/thing/truck-1/timeseries?from=-P1D&interval=PT1H',
    said: ['400 /query/interval must be like 30s, 5m, 1h, 1d, 1w or 1mo, or auto'],
  },
  {
    what: 'an aggregate that is not there',
    call: 'GET /v2/thing/truck-1/timeseries?from=-1d&interval=1h&aggregate=mean',
    said: [
      '400 /query/aggregate must be one of avg, min, max, sum, count, first, last, stddev, p50, p90, p95, p99, delta, rate, twa',
    ],
  },
  {
    what: 'an aggregate without an interval',
    call: 'GET /v2/thing/truck-1/timeseries?from=-1d&aggregate=max',
    said: ['400 /query/aggregate needs an interval'],
  },
  {
    what: 'a time zone by its abbreviation',
    call: 'GET /v2/thing/truck-1/timeseries?from=-1d&interval=1d&timezone=CEST',
    said: ['400 /query/timezone must be an IANA time zone, for example Europe/Oslo'],
  },
  {
    what: 'an unknown metric asked for',
    call: 'GET /v2/thing/truck-1/timeseries?from=-1d&metrics=speed',
    said: ['400 /query/metrics "speed" is not a metric of this thing; known metrics: temperature'],
  },
  {
    what: 'metric in place of metrics',
    call: 'GET /v2/thing/truck-1/timeseries?from=-1d&metric=temperature',
    said: [
      '400 /query/metric is not a known parameter; there are from, to, metrics, where, interval, fill, maxGap, maxPoints, downsample, aggregate, timezone, order, limit, cursor, format, fields',
    ],
  },
  {
    what: 'epoch seconds as from',
    call: 'GET /v2/thing/truck-1/timeseries?from=1780000000',
    said: [
      '400 /query/from must be ISO 8601 with an offset, epoch milliseconds (not seconds), now, or relative to now like -24h',
    ],
  },
  {
    what: 'a plus sign that is not encoded',
    call: 'GET /v2/thing/truck-1/timeseries?from=2026-06-01T12:00:00+02:00',
    said: [
      '400 /query/from must be ISO 8601 with an offset, epoch milliseconds (not seconds), now, or relative to now like -24h; in a URL, a + is written %2B',
    ],
  },
  {
    what: 'a limit of zero',
    call: 'GET /v2/things?limit=0',
    said: ['400 /query/limit must be a whole number of 1 to 1000'],
  },
  {
    what: 'a limit too high',
    call: 'GET /v2/things?limit=100000',
    said: ['400 /query/limit must be a whole number of 1 to 1000'],
  },
  {
    what: 'page in place of cursor',
    call: 'GET /v2/things?page=2',
    said: [
      '400 /query/page is not a known parameter; there are limit, cursor, fields, count, thingTypeId, siteId, fleetId, status, label, freshness, text, sort',
    ],
  },
  {
    what: 'a cursor of another list',
    call: 'GET /v2/things?cursor=abc',
    said: ['400 /query/cursor is not a cursor of this query; start again without one'],
  },
  {
    what: 'a sort that is not there',
    call: 'GET /v2/things?sort=created',
    said: [
      '400 /query/sort must be one of id, -id, name, -name, createdAt, -createdAt, updatedAt, -updatedAt, lastSeenAt, -lastSeenAt',
    ],
  },
  {
    what: 'a field that is not there',
    call: 'GET /v2/things?fields=id,colour',
    said: ['400 /query/fields "colour" is not a field'],
  },
  {
    what: 'a list of types in one parameter',
    call: 'GET /v2/things?thingTypeId=truck,van',
    said: ['400 /query/thingTypeId must be one id: an id has no comma. Ask once for each'],
  },
  {
    what: 'a label without its sign',
    call: 'GET /v2/things?label=colour:red',
    said: ['400 /query/label must be the name of a label, or name=value. Write label=colour=red'],
  },
]
