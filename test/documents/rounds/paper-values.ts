/** An amount in its hundredths; nothing is nought. */
export const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)

/** Letters and digits alone, as they are compared. */
export const bare = (text: unknown) =>
  String(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Of a column, in hundredths. */
export const sumOf = (rows: readonly Record<string, string | number>[] = [], column = 'amount') =>
  rows.reduce((sum, row) => sum + cents(row[column]), 0)

/** What 97 leaves of an IBAN. */
export function remainder(iban: unknown): bigint {
  const turned = String(iban)
    .replace(/\s/g, '')
    .replace(/^(.{4})(.*)/, '$2$1')
  return BigInt(turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n
}
