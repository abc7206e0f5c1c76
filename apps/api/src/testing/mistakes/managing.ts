import type { Mistake } from './mistake.ts'

/** Of making and changing resources. */
export const managing: readonly Mistake[] = [
  {
    what: 'a thing without a type',
    call: 'POST /v2/things',
    body: { id: 'truck-2', name: 'Truck 2' },
    said: ['400 /body/thingTypeId is required'],
  },
  {
    what: 'a thing of a type that is not there',
    call: 'POST /v2/things',
    body: { id: 'truck-2', name: 'Truck 2', thingTypeId: 'lorry' },
    said: ['400 /body/thingTypeId is not the id of a thing type'],
  },
  {
    what: 'an id with a blank',
    call: 'POST /v2/things',
    body: { id: 'truck 2', name: 'Truck 2', thingTypeId: 'truck' },
    said: ['400 /body/id must be 1 to 64 of A-Z a-z 0-9 . _ ~ -, and not . or ..'],
  },
  {
    what: 'an id that is taken',
    call: 'POST /v2/things',
    body: { id: 'truck-1', name: 'Truck 1', thingTypeId: 'truck' },
    said: ['409 This id is taken.'],
  },
  {
    what: 'a field of other products',
    call: 'POST /v2/things',
    body: { id: 'truck-2', name: 'Truck 2', thingTypeId: 'truck', tags: ['a'] },
    said: [
      '400 /body/tags is not a known field; there are id, name, description, labels, thingTypeId, siteId, fleetIds, status, location, attributes',
    ],
  },
  {
    what: 'a unit that is none',
    call: 'POST /v2/metric-definitions',
    body: { id: 'wind', name: 'Wind', valueType: 'number', unit: 'degC' },
    said: ['400 /body/unit must be a UCUM code; did you mean Cel?'],
  },
  {
    what: 'a value type of other products',
    call: 'POST /v2/metric-definitions',
    body: { id: 'wind', name: 'Wind', valueType: 'float' },
    said: ['400 /body/valueType must be number, integer, boolean or string'],
  },
  {
    what: 'a key type in lower case',
    call: 'POST /v2/keys',
    body: { keyType: 'admin', name: 'x', scopes: [] },
    said: [
      '400 /body/keyType must be External or Admin',
      '/body/scopes must have at least one scope',
    ],
  },
  {
    what: 'a scope as a text',
    call: 'POST /v2/keys',
    body: { keyType: 'External', name: 'x', scopes: ['read:things'] },
    said: ['400 /body/scopes/0 must be an object, not a string'],
  },
  {
    what: 'an action that is not there',
    call: 'POST /v2/keys',
    body: { keyType: 'External', name: 'x', scopes: [{ action: 'list', resourceFilter: '#' }] },
    said: ['400 /body/scopes/0/action must be read, write, admin or *'],
  },
  {
    what: 'a filter of other products',
    call: 'POST /v2/keys',
    body: {
      keyType: 'External',
      name: 'x',
      scopes: [{ action: 'read', resourceFilter: 'things/*' }],
    },
    said: [
      '400 /body/scopes/0/resourceFilter segment 2 must be # or 1 to 64 of A-Z a-z 0-9 . _ ~ -',
    ],
  },
  {
    what: 'an expiry in the past',
    call: 'POST /v2/keys',
    body: { keyType: 'External', name: 'x', scopes: [], expiresAt: '2020-01-01T00:00:00Z' },
    said: [
      '400 /body/scopes must have at least one scope',
      '/body/expiresAt must be in the future',
    ],
  },
  {
    what: 'a range of addresses with host bits',
    call: 'POST /v2/keys',
    body: { keyType: 'External', name: 'x', scopes: [], allowedIpCidrs: ['10.0.0.1/8'] },
    said: [
      '400 /body/scopes must have at least one scope',
      '/body/allowedIpCidrs/0 has host bits set; the network is 10.0.0.0/8',
    ],
  },
  {
    what: 'an If-Match that is none',
    call: 'PATCH /v2/thing/truck-1',
    body: { name: 'x' },
    headers: { 'If-Match': 'latest' },
    said: [`412 If-Match does not name the resource's etag, which is now "3". Read it again.`],
  },
  {
    what: 'a thing’s id changed',
    call: 'PATCH /v2/thing/truck-1',
    body: { id: 'truck-7' },
    said: [
      '400 /body/id is not a known field; there are name, description, labels, thingTypeId, siteId, fleetIds, status, location, attributes',
    ],
  },
]
