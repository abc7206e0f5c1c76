import { plural } from './plural.ts'

export const texts = {
  rows: {
    noResult: 'was not processed: import this row again',
    bothCoordinates: 'latitude and longitude must both be set',
    coordinates: 'latitude and longitude must be numbers, in degrees',
    notObject: (field: string) => `${field} must be a JSON object`,
    lostDigits: (integer: string) =>
      `${integer} is more than a number can hold exactly: put it in quotation marks`,
    moreCells: 'has more cells than the header',
    repeated: (earlier: number) => `id repeats that of line ${earlier}`,
  },
  file: {
    columns: (
      <>
        The first line has the column names: <code>id</code>, <code>name</code>,{' '}
        <code>description</code>, <code>thingTypeId</code>, <code>siteId</code>,{' '}
        <code>fleetIds</code> (separated by spaces), <code>status</code>, <code>latitude</code>,{' '}
        <code>longitude</code>, and for each label or attribute one like <code>labels.line</code> or{' '}
        <code>attributes.serial</code>.
      </>
    ),
    unknownColumns: (names: string, allowed: string) =>
      `Unknown columns: ${names}. Allowed: ${allowed}, labels.… and attributes.….`,
    notUtf8: 'The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.',
    openQuote: 'A cell begins with a quotation mark, and no quotation mark ends it.',
    strayQuote: (line: number) =>
      `Line ${line} has a quotation mark inside a cell. Put the whole cell in quotation marks, and double the one inside.`,
    noRows: 'The file has no rows below its header.',
    repeatedColumn: (name: string) => `The header repeats “${name}”.`,
    label: 'CSV file',
    choose: 'Choose a file',
    effect:
      'A row whose id exists changes that thing. Any other row creates one. A missing column changes nothing. An empty cell clears description, siteId and fleetIds, the location if both coordinates are empty, and the one label or attribute that its column names. In the other columns an empty cell changes nothing. JSON in labels or attributes adds or changes members, and removes only those that it sets to null. Exports have the same columns: edit one and import it again.',
  },
  export: 'Export CSV',
  import: 'Import CSV',
  things: 'Things',
  title: 'Import things',
  lead: 'Creates and updates things from a CSV file. You see a preview first.',
  viewer: 'Viewers cannot import.',
  seeThings: 'See the things',
  another: 'Import another file',
  checking: 'Checking',
  importing: 'Importing',
  done: (count: number) => plural(count, { one: '# thing written', other: '# things written' }),
  preview: {
    results: { created: 'Created', updated: 'Updated', unchanged: 'Unchanged', faulty: 'Errors' },
    line: 'Line',
    thing: 'Thing',
    result: 'Result',
    details: 'Details',
    rows: 'Rows',
    cut: (count: number) => `The first ${count} are shown.`,
    skipped: 'Rows with errors are skipped.',
    nothing: 'Nothing to import',
    import: (count: string) => `Import ${count}`,
    back: 'Choose another file',
  },
  outdated: 'Some things have changed since the preview. Here is a new one.',
  cutUnknown: (done: string, total: string, uncertain: string, refusal: string) =>
    `${done} of ${total} were written. It is unknown whether the next ${uncertain} were written. Import again: no thing is created twice. ${refusal}`,
  cut: (done: string, total: string, refusal: string) =>
    `${done} of ${total} were written, the others were not. ${refusal}`.trim(),
}
