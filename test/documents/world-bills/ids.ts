import type { Chance } from '../chance.ts'

const weighed = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)

function luhn(digits: string): number {
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, i) => (i % 2 === 0 ? 2 * Number(digit) : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return (10 - (sum % 10)) % 10
}

/** Digits that begin with no zero, drawn again until their check digit exists. */
function checked(chance: Chance, count: number, check: (digits: string) => number): string {
  for (;;) {
    const digits = `${chance.whole(1, 9)}${chance.digits(count - 1)}`
    const last = check(digits)
    if (last >= 0 && last < 10) return `${digits}${last}`
  }
}

function german(digits: string): number {
  let product = 10
  for (const digit of digits) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10
}

const siren = (chance: Chance) => checked(chance, 8, luhn)

function french(chance: Chance): string {
  const number = siren(chance)
  return `FR${String((12 + 3 * (Number(number) % 97)) % 97).padStart(2, '0')}${number}`
}

function british(chance: Chance): string {
  const digits = `${chance.whole(1, 9)}${chance.digits(6)}`
  const rest = 97 - (weighed(digits, [8, 7, 6, 5, 4, 3, 2]) % 97)
  return `GB${digits}${String(rest).padStart(2, '0')}`
}

function belgian(chance: Chance): string {
  const digits = `0${chance.whole(4, 7)}${chance.digits(6)}`
  return `BE${digits}${String(97 - (Number(digits) % 97)).padStart(2, '0')}`
}

function austrian(digits: string): number {
  const sum = Array.from(digits).reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - ((sum + 4) % 10)) % 10
}

const eleven = (weights: readonly number[]) => (digits: string) => {
  const rest = 11 - (weighed(digits, weights) % 11)
  return rest === 11 ? 0 : rest
}

function australian(chance: Chance): string {
  for (;;) {
    const digits = `${chance.whole(1, 9)}${chance.digits(10)}`
    const less = `${Number(digits[0]) - 1}${digits.slice(1)}`
    if (weighed(less, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 !== 0) continue
    return digits.replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
  }
}

/** Tax numbers with right check digits, by country. */
export const TAX_IDS = {
  de: (chance: Chance) => `DE${checked(chance, 8, german)}`,
  at: (chance: Chance) => `ATU${checked(chance, 7, austrian)}`,
  ch: (chance: Chance) =>
    `CHE-${checked(chance, 8, eleven([5, 4, 3, 2, 7, 6, 5, 4])).replace(/(\d{3})(\d{3})(\d{3})/, '$1.$2.$3')} MWST`,
  it: (chance: Chance) => `IT${checked(chance, 10, luhn)}`,
  fr: french,
  es: (chance: Chance) => `B${checked(chance, 7, luhn)}`,
  pt: (chance: Chance) => `5${checked(chance, 7, (digits) => eleven([9, 8, 7, 6, 5, 4, 3, 2])(`5${digits}`) % 10)}`,
  be: belgian,
  nl: (chance: Chance) => `NL${checked(chance, 8, (digits) => weighed(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)}B01`,
  pl: (chance: Chance) => checked(chance, 9, (digits) => weighed(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11),
  cz: (chance: Chance) =>
    `CZ${checked(chance, 7, (digits) => {
      const rest = weighed(digits, [8, 7, 6, 5, 4, 3, 2]) % 11
      return rest === 0 ? 1 : rest === 1 ? 0 : 11 - rest
    })}`,
  se: (chance: Chance) => `SE55${checked(chance, 7, (digits) => luhn(`55${digits}`))}01`,
  dk: (chance: Chance) => checked(chance, 7, eleven([2, 7, 6, 5, 4, 3, 2])),
  no: (chance: Chance) => `NO ${checked(chance, 8, eleven([3, 2, 7, 6, 5, 4, 3, 2]))} MVA`,
  fi: (chance: Chance) => checked(chance, 7, eleven([7, 9, 10, 5, 8, 4, 2])).replace(/(\d{7})(\d)/, '$1-$2'),
  gb: british,
  au: australian,
  us: (chance: Chance) => `${chance.whole(20, 68)}-${chance.digits(7)}`,
  ca: (chance: Chance) => `${checked(chance, 8, luhn)} RT0001`,
} as const

const ACCOUNTS: Record<string, number> = {
  DE: 18,
  AT: 16,
  CH: 17,
  FR: 23,
  IT: 23,
  ES: 20,
  PT: 21,
  BE: 12,
  PL: 24,
  CZ: 20,
  SE: 20,
  DK: 14,
  NO: 11,
  FI: 14,
}

/** An account number with right check digits, in groups of four. */
export function iban(chance: Chance, country: string): string {
  const body =
    country === 'NL'
      ? `ABNA${chance.digits(10)}`
      : country === 'GB'
        ? `NWBK${chance.digits(14)}`
        : country === 'IT'
          ? `X${chance.digits(22)}`
          : chance.digits(ACCOUNTS[country] ?? 18)
  const number = Array.from(`${body}${country}00`, (letter) => String(Number.parseInt(letter, 36))).join('')
  const check = 98n - (BigInt(number) % 97n)
  return `${country}${String(check).padStart(2, '0')}${body}`.replace(/(.{4})(?=.)/g, '$1 ')
}
