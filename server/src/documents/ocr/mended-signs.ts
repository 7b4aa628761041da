/** What recognition makes of signs where only one thing can stand, by how the world writes it. */
const SIGNS: readonly (readonly [read: RegExp, meant: string])[] = [
  // The raised o in a caption of a number: `Nº factura`, `N° client`.
  [/^([Nn])[”“"*?'’‘]$/, '$1º'],
  // Legal forms: `S.L.`, `S.A.`, `Sp. z o.o.`.
  [/^[$5§](?=\.[AL]\.)/, 'S'],
  [/^(?:0\.[o0]|o\.0)\.$/, 'o.o.'],
]

/** A day, a month and a year; the first of its two signs may be lost. */
const DAY = /^(\d{1,2})([./:,-]?)(\d{2})([./:,-])((?:19|20)\d{2})$/

/** Surer than this, what was read is what is printed. */
const SURE = 0.9

/**
 * The text with the signs that recognition confused put right, where what stands around them leaves no choice. The text
 * itself where nothing is wrong with it.
 */
export function mendSigns(text: string, confidence: number): string {
  if (confidence >= SURE) return text
  const [read, meant = ''] = SIGNS.find(([pattern]) => pattern.test(text)) ?? []
  return read ? text.replace(read, meant) : mendDay(text)
}

/** `05.22:2026` and `0522/2026`: dates have the same sign twice. */
function mendDay(text: string): string {
  const [, first = '', sign = '', second = '', other = '', year] = DAY.exec(text) ?? []
  const known = sign === other && /[./-]/.test(sign)
  if (year === undefined || known || (sign === '' && first.length < 2)) return text
  const [a, b] = [Number(first), Number(second)]
  if (Math.min(a, b) < 1 || Math.min(a, b) > 12 || Math.max(a, b) > 31) return text
  // A point parts days from months, never months from days.
  const pointed = b <= 12 && `${sign}${other}`.includes('.')
  const meant = /[/-]/.exec(`${sign}${other}`)?.[0] ?? (pointed ? '.' : '/')
  return `${first}${meant}${second}${meant}${year}`
}
