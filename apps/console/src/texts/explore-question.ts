export const texts = {
  title: 'Question',
}
