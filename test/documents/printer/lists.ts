/** Texts as they are separated by ` | `, on as many lines as they take: split`Oak shelf | Garden chair`. */
export const split = ([text = '']: TemplateStringsArray): string[] => cellsOf(text)

const cellsOf = (text: string): string[] => text.split(/\s\|(?=\s|$)/).map((cell) => cell.trim())

/**
 * Rows of texts, a row a line, in it the cells as they are separated by ` | `; a line that begins with `|` goes on with
 * the one before.
 *
 *     const CELLS: readonly [box: string, english: string, french: string][] = rows`
 *       14 | Employment income | Revenus d'emploi
 *     `
 */
export const rows = <Row extends readonly (string | undefined)[] = string[]>([
  text = '',
]: TemplateStringsArray): Row[] =>
  text
    .trim()
    .replace(/\n\s*\|/g, ' |')
    .split('\n')
    .map((line) => cellsOf(line) as readonly (string | undefined)[] as Row)

/** Texts by a word: words`14 employment_income | 22 income_tax_deducted`. */
export const words = (text: TemplateStringsArray): Record<string, string> =>
  Object.fromEntries(split(text).map((cell) => cell.split(/ (.*)/s).slice(0, 2)))

/** Numbers by what their row begins with; the first line has the names of the columns, `-` is none. */
export function figures<Row>([text = '']: TemplateStringsArray): Record<string, Row> {
  const [[, ...names] = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const row = (cells: string[]) => names.flatMap((name, at) => (cells[at] === '-' ? [] : [[name, Number(cells[at])]]))
  return Object.fromEntries(lines.map(([key = '', ...cells]) => [key, Object.fromEntries(row(cells)) as Row]))
}
