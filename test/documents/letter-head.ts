const LINES = [
  [40, 740, 'Employment verification letter'],
  [40, 715, 'Employer name: Redfern Paper Mills Inc.'],
  [40, 690, 'Employee name: Maribel Oswin'],
  [40, 600, 'Gross salary:'],
  [40, 560, 'Date signed: January 8, 2020'],
] as const

/** A letter on income as a page's content, to which its salary at 120, 600 is added in one way or another. */
export const HEAD = LINES.map(([x, y, text]) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`).join('\n')
