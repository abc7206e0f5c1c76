export const texts = {
  changedMeanwhile:
    'Someone changed this after you began to edit it. Copy what you need, then reload the page.',
  meanwhile: {
    title: 'Someone changed this after you opened it. Nothing was saved.',
    text: 'What they changed is below. Save again to add your changes; yours win where both of you changed the same field.',
  },
  title: 'Discard your changes?',
  text: 'What you entered is not saved.',
  unfinished:
    'Leave this page? What is still running stops, and what has failed is shown only here.',
  stay: 'Keep editing',
  discard: 'Discard',
}
