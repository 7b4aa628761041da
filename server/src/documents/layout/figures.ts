const NUMERIC =
  /^[(\-+−]?\s*(?:[$€£¥]|[A-Z]{3})?\s*[(\-+−]?[\d., '’]*\d(?:[.,]\d+)?\s*(?:[$€£¥%]|[A-Z]{3}|CR|DR)?\)?-?$/

/** Whether a text is a figure, as amounts, counts and rates are. */
export function isNumeric(text: string): boolean {
  return NUMERIC.test(text)
}
