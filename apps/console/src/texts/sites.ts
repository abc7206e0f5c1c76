export const texts = {
  fields: {
    timeZone: 'Time zone',
    timeZoneHint: 'Days and hours of its data follow this zone.',
    noSuchZone: 'No such zone',
  },
  address: 'Address',
  page: {
    failed: 'The site could not be loaded',
    lost: 'You can delete a site only while it has no things. Its time zone and location are deleted too.',
    now: 'Now',
    none: {
      text: 'To see a thing here, edit the thing and choose this site.',
      title: 'No things yet',
    },
    details: 'Details',
    seeThings: 'Things in this site',
  },
  title: 'Sites',
  id: 'Id',
  timeZone: 'Time zone',
  location: 'Location',
  labels: 'Labels',
  created: 'Created',
  updated: 'Updated',
  things: 'Things',
  lead: 'Places where things are, each with a time zone. A key can be limited to one site.',
  none: {
    text: 'A site gives its things a location and a time zone.',
    title: 'No sites yet',
  },
  name: 'Name',
}
