/** A part of a whole as a person reads it: `99.8 %`, `100 %`; a dash where nobody knows. */
export function shareText(part: number | undefined): string {
  if (part === undefined) return '–'
  const percent = Math.round(part * 1000) / 10
  return `${Number.isInteger(percent) ? percent : percent.toFixed(1)} %`
}
