/** A text of so many characters, no two of them alike, for a reciter that says them one by one. */
export const longText = (characters: number): string =>
  Array.from({ length: characters }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
