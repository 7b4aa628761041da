/** `[Your company]`, `<name>`, `{{client}}`: brackets around all of it. */
const BRACKETED = /^(?:\[[^\]]*\]|<[^>]*>|\{+[^}]*\}+|«[^»]*»)$/u

/** `XX-XXXXXX`: the form of a number, and none of its digits. */
const CROSSED = /^(?=(?:.*x){3})x[x\s./-]*$/iu

/** Room to write in: `________`, `.......`. */
const EMPTY = /^[\s_.…·$()/-]*$/u

/** `Received from ______ the sum of`: a sentence with its blanks. */
const WITH_BLANKS = /\p{L}.*_{4}.*\p{L}/u

/** Whether a text says what is to be filled in rather than being a value, as templates and blank forms print it. */
export function isPlaceholder(text: string): boolean {
  return BRACKETED.test(text) || CROSSED.test(text) || EMPTY.test(text) || WITH_BLANKS.test(text)
}
