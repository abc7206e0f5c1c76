export const texts = {
  commonFields: {
    name: 'Name',
    id: 'Id',
    idHint: 'The id cannot change later. Leave empty to generate one.',
    description: 'Description',
    empty: 'must not be empty',
  },
  delete: {
    title: (name: string) => `Delete “${name}”?`,
    done: (name: string) => `“${name}” deleted.`,
    opens: 'Delete…',
  },
  mayExist: 'It may have been created: look for it in the list before you try again.',
  cancel: 'Cancel',
  working: {
    progress: (words: string, done: string, total: string) => `${words}: ${done} of ${total}`,
    stop: 'Stop',
  },
  json: {
    notObject: 'must be a JSON object: {"name": "value"}',
    notJson: (message: string) => `is not JSON: ${message}`,
    lostDigits: (integer: string) =>
      `has ${integer}, which a number cannot hold exactly. Put it in quotation marks to keep all digits`,
  },
  labels: {
    title: 'Labels',
    nameOf: (position: number) => `Name of label ${position}`,
    name: 'name',
    valueIn: (position: number) => `Value of label ${position}`,
    value: 'value',
    remove: (position: number) => `Remove label ${position}`,
    add: 'Add a label',
    unnamed: 'needs a name',
    duplicate: 'is a duplicate',
  },
  location: {
    label: 'Location',
    hint: (otherwise: string) =>
      `Latitude and longitude in degrees, as copied from a map. ${otherwise}`,
    notPoint: 'must be latitude and longitude in degrees, for example 59.9127, 10.7461',
    latitude: 'the latitude must be within -90 and 90',
    longitude: 'the longitude must be within -180 and 180',
  },
  create: {
    done: (name: string) => `“${name}” created.`,
  },
  edit: {
    opens: 'Edit',
    title: (name: string) => `Edit “${name}”`,
    done: (name: string) => `“${name}” saved.`,
  },
}
