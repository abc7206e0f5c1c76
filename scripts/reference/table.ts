/** A Markdown table. Bars in cells are escaped, since they would end the cell. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly ('left' | 'right')[] = [],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  const rule = head.map((_, column) => (align[column] === 'right' ? '---:' : '---'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** A page's title, and the note that says where its text comes from. */
export function heading(title: string, source: string): string {
  return `# ${title}\n\n<!-- Made by \`npm run reference\` from ${source}. Change that, then run it again. -->`
}
