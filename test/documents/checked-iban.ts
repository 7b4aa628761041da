/** An IBAN as it is written, blanks and all, with the check digits that its other characters ask for (ISO 13616). */
export function checkedIban(written: string): string {
  const plain = written.replace(/ /g, '')
  const turned = `${plain.slice(4)}${plain.slice(0, 2)}00`
  const number = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  const check = 98n - (BigInt(number) % 97n)
  return `${written.slice(0, 2)}${String(check).padStart(2, '0')}${written.slice(4)}`
}
