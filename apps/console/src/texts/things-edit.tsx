export const texts = {
  attributes: {
    required: 'required',
    any: 'A JSON object.',
    free: 'A JSON object. The thing type has no rules for it.',
    byType: (rules: string) => `A JSON object. By its type: ${rules}.`,
    label: 'Attributes',
  },
  type: {
    missing: 'must be chosen',
    label: 'Type',
  },
  status: 'Status',
  site: {
    label: 'Site',
    clear: 'No site',
  },
  none: 'None',
  fleets: 'Fleets',
  location: 'Leave empty to use the location of its site.',
  lost: (id: string) => (
    <>
      Its data becomes unreadable at once and is erased within two days. A new thing with the id{' '}
      <code>{id}</code> starts empty. To keep the data, set the status to Retired instead.
    </>
  ),
}
