import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A PDF of a folder with the truth that lies beside it as `<name>.pdf.expected.json`. */
export interface LabelledFile {
  /** The first folder of its path: the source that it comes from. */
  source: string
  file: string
  expected: Expected
}

export interface Expected {
  document_type: string | null
  fields: Record<string, string | number>
  alternatives?: Record<string, (string | number)[]>
  /** Names whose truth is not known: neither right nor wrong. */
  optional?: readonly string[]
  adversarial?: boolean
}

export function labelledFiles(folder: string): LabelledFile[] {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
    name.endsWith('.pdf.expected.json'),
  )
  return names.sort().map((name) => ({
    source: name.split(path.sep)[0] ?? '',
    file: path.join(folder, name.replace(/\.expected\.json$/, '')),
    expected: JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Expected,
  }))
}

/** Whether a returned value is right; undefined where nobody knows. Strings are compared as a person would. */
export function isRight(
  { fields, alternatives, optional }: Expected,
  name: string,
  got: string | number,
): boolean | undefined {
  if (optional?.includes(name)) return undefined
  const wanted = fields[name]
  if (wanted === undefined) return false
  return [wanted, ...(alternatives?.[name] ?? [])].some((one) => same(name, one, got))
}

function same(name: string, wanted: string | number, got: string | number): boolean {
  if (typeof wanted === 'number' || typeof got === 'number') return Math.abs(Number(wanted) - Number(got)) < 0.0051
  const [a, b] = [fold(wanted), fold(got)]
  if (a === b || sorted(wanted) === sorted(got)) return true
  if (!/_name$|_address$|payment_terms/.test(name)) return false
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return (
    short.length >= (name === 'form_name' ? 2 : 5) &&
    long.includes(short) &&
    long.length <= 4 * Math.max(short.length, 5)
  )
}

const fold = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const sorted = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')
