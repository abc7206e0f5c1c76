import type { Mistake } from './mistake.ts'

const NO = { 'X-Api-Key': null }

/** Of calling at all. */
export const calling: readonly Mistake[] = [
  {
    what: 'no key',
    call: 'GET /v2/things',
    headers: NO,
    said: ['401 The header X-Api-Key is missing.'],
  },
  {
    what: 'the key as a bearer token',
    call: 'GET /v2/things',
    headers: { ...NO, Authorization: 'Bearer svcad_x' },
    said: [
      '401 The header X-Api-Key is missing. Keys are not read from Authorization: send the key in X-Api-Key.',
    ],
  },
  {
    what: 'an empty key',
    call: 'GET /v2/things',
    headers: { 'X-Api-Key': '' },
    said: ['401 The header X-Api-Key is missing.'],
  },
  {
    what: 'a truncated key',
    call: 'GET /v2/things',
    headers: { 'X-Api-Key': 'svcad_AbCdEfGhIjKl_short' },
    said: [
      '401 X-Api-Key is not a whole key: one has 68 characters and begins with svcex_ or svcad_. 24 were sent.',
    ],
  },
  {
    what: 'a quoted key',
    call: 'GET /v2/things',
    headers: { 'X-Api-Key': '"svcad_AbCdEfGhIjKl"' },
    said: [
      '401 X-Api-Key is not a whole key: one has 68 characters and begins with svcex_ or svcad_. 20 were sent.',
    ],
  },
  {
    what: 'the id of a key as the key',
    call: 'GET /v2/things',
    headers: { 'X-Api-Key': 'AbCdEfGhIjKl' },
    said: [
      '401 X-Api-Key is not a whole key: one has 68 characters and begins with svcex_ or svcad_. 12 were sent.',
    ],
  },
  {
    what: 'a placeholder as the key',
    call: 'GET /v2/things',
    headers: { 'X-Api-Key': '$SLUICE_KEY' },
    said: [
      '401 X-Api-Key is not a whole key: one has 68 characters and begins with svcex_ or svcad_. 11 were sent.',
    ],
  },
  {
    what: 'the key in the query',
    call: 'GET /v2/things?api_key=x',
    headers: NO,
    said: ['401 The header X-Api-Key is missing.'],
  },
  {
    what: 'the plural where one is meant',
    call: 'GET /v2/things/truck-1',
    said: [
      '404 There is no /v2/things/truck-1. Did you mean /v2/thing/{thingId}? See http://api.example/v2/openapi.json.',
    ],
  },
  {
    what: 'the singular where all are meant',
    call: 'GET /v2/thing',
    said: [
      '404 There is no /v2/thing. Did you mean /v2/things? See http://api.example/v2/openapi.json.',
    ],
  },
  {
    what: 'a trailing slash',
    call: 'GET /v2/things/',
    said: [
      '404 There is no /v2/things/. Did you mean /v2/things? See http://api.example/v2/openapi.json.',
    ],
  },
  {
    what: 'another version',
    call: 'GET /v1/things',
    said: ['404 There is no /v1/things. See http://api.example/v2/openapi.json.'],
  },
  {
    what: 'a method that is not there',
    call: 'PUT /v2/thing/truck-1',
    body: { name: 'x' },
    said: ['405 PUT is not allowed here. Allowed: GET, HEAD, PATCH, DELETE.'],
  },
]
