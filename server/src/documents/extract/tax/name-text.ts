import { foldBlanks } from '../../values/fold.ts'
import { phrases } from '../../vocabulary/compile.ts'
import { nameLength } from '../labels/name-length.ts'

const POSTAL = /\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\b\d{5}(?:-\d{4})?$/i
const STREET = new RegExp(`\\b${phrases('address.street.word')}\\b`, 'iu')
const BEFORE_ADDRESS = /^(.{3,}?)[,\s]+(?=\d{1,6}[A-Z]?[,\s-]+[\p{L}\d]|P\.? ?O\.? ?Box\b|C\.P\.)/u

/**
 * A name without what stands around it: a "Name:" before it, and the address that a form's box joined to it in one
 * line.
 */
export function nameText(text: string): string {
  const plain = foldBlanks(text.replace(/^[\s:–-]+/, '').replace(/^(?:legal name|name|nom|company)\s*:\s*/i, ''))
  const [whole, name] = BEFORE_ADDRESS.exec(plain) ?? []
  const rest = whole ? plain.slice(whole.length) : ''
  const cut = name && (POSTAL.test(rest) || STREET.test(rest)) ? name : plain
  return cut.replace(/[,;:]$/, '')
}

/** The name at the head of a form field that holds name and address in several lines, or in one with wide gaps. */
export function nameIn(value: string): string {
  const lines = value.split(/[\r\n]/).filter((part) => /\S/.test(part))
  const [first = '', ...others] = lines.map((line) => foldBlanks(line.trim().split(/\s{3,}/)[0] ?? ''))
  const count = nameLength([first, ...others])
  return nameText([first, ...others].slice(0, count).join(' '))
}
