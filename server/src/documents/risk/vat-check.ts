import { passesLuhn } from '../values/checksums.ts'

const digitsOf = (text: string) => Array.from(text, Number)
const weighted = (digits: number[], weights: number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0)

/** ISO 7064 mod 11,10 over nine digits. */
function german(digits: number[]): boolean {
  let product = 10
  for (const digit of digits.slice(0, 8)) {
    const sum = (digit + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10 === digits[8]
}

/** Member states' own documentation of their check digits; letters and digits after the country's. */
const CHECKS: Readonly<Record<string, readonly [form: RegExp, holds: (number: string) => boolean]>> = {
  DE: [/^\d{9}$/, (number) => german(digitsOf(number))],
  // The key of a French number is a function of the SIREN where it is of digits; newer keys hold letters.
  FR: [/^\d{11}$/, (number) => Number(number.slice(0, 2)) === (12 + 3 * (Number(number.slice(2)) % 97)) % 97],
  IT: [/^\d{11}$/, passesLuhn],
  BE: [/^[01]\d{9}$/, (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8))],
  DK: [/^\d{8}$/, (number) => weighted(digitsOf(number), [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0],
  FI: [/^\d{8}$/, (number) => weighted(digitsOf(number), [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0],
  LU: [/^\d{8}$/, (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6))],
  PL: [/^\d{10}$/, (number) => weighted(digitsOf(number), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(number[9])],
  PT: [
    /^\d{9}$/,
    (number) => weighted(digitsOf(number), [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 || number.endsWith('0'),
  ],
}

/** Whether a VAT id of a country whose check digits are known here fails them. */
export function vatCheckDigitsFail(plain: string): boolean {
  const [form, holds] = CHECKS[plain.slice(0, 2)] ?? []
  const number = plain.slice(2)
  return form !== undefined && holds !== undefined && form.test(number) && !holds(number)
}
