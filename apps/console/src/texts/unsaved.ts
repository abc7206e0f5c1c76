export const texts = {
  title: 'Discard your changes?',
  text: 'What you entered is not saved.',
  stay: 'Keep editing',
  discard: 'Discard',
}
