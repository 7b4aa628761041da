/** Luhn's check over digits, as SINs, the root of business numbers and card numbers carry it. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}

/** ISO 7064 mod 97-10 over an IBAN without blanks: the country and check digits moved to the end, letters as 10..35. */
export function passesMod97(iban: string): boolean {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`
  let rest = 0
  for (const character of moved)
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
