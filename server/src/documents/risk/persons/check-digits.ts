/** What check digits of persons' numbers are made of. */

const digitsOf = (text: string) => Array.from(text, Number)

/** The sum of digits, each so many times; as many as there are weights. */
export const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at] ?? 0), 0)

/** The last digit is what a weighted sum of the others leaves of a modulus; a remainder of ten is written 0. */
export const endsOn =
  (weights: readonly number[], modulus: 10 | 11) =>
  (digits: string): boolean =>
    (weighted(digits, weights) % modulus) % 10 === Number(digits.at(-1))

/** The last digit fills a weighted sum of the others up to a modulus; ten is written 0. */
export const fillsUp =
  (weights: readonly number[], modulus: 10 | 11) =>
  (digits: string): boolean =>
    ((modulus - (weighted(digits, weights) % modulus)) % modulus) % 10 === Number(digits.at(-1))

/** ISO 7064 mod 11,10: the last digit checks all others. */
export function passesMod11And10(digits: string): boolean {
  const product = digitsOf(digits.slice(0, -1)).reduce((left, digit) => (2 * ((digit + left) % 10 || 10)) % 11, 10)
  return (11 - product) % 10 === Number(digits.at(-1))
}

/** The rest of a number of any length. */
export const restOf = (digits: string, modulus: number): number => Number(BigInt(digits) % BigInt(modulus))

/** A letter or sign of a list stands for the rest of the number. */
export const letterOf = (digits: string, letters: string): string => letters[restOf(digits, letters.length)] ?? ''
