export const texts = {
  incomplete: 'Enter a complete date and time.',
}
