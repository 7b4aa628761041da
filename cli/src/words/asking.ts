/** What is said while something is asked for, and where nobody is there to answer. */
export const askWords = {
  missing: (flag: string) => `${flag} is missing, and there is no terminal to ask on`,
  noPassword: 'the password is missing, and there is no terminal to ask on',
  givePassword: 'Give it with --password-stdin or in MKT_PASSWORD.',
  nothingGiven: (what: string) => `standard input holds no ${what}`,
  twoLines: 'standard input must hold two lines: the current password and the new one',
  typeWord: (word: string, what: string) => `Type ${word} to ${what}`,
  differ: 'the two passwords differ',
  erase: (what: string | undefined) => `Erase ${what} for good?`,
}
