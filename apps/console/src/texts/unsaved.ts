export const texts = {
  changedMeanwhile:
    'Someone changed this after you began to edit it. Copy what you need, then reload the page.',
  title: 'Discard your changes?',
  text: 'What you entered is not saved.',
  stay: 'Keep editing',
  discard: 'Discard',
}
