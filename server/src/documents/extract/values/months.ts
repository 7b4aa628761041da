/** Names and abbreviations in English, French, German, Spanish, Italian, Dutch and Portuguese, without accents. */
const MONTHS: readonly string[] = [
  'january jan janvier janv januar janner jaenner enero ene gennaio genn gen januari janeiro',
  'february feb febr fevrier fevr fev februar feber febrero febbraio febb februari fevereiro',
  'march mar mars marz maerz mrz marzo maart mrt marco',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio magg mag mei maio',
  'june jun juin juni junio giugno giu junho',
  'july jul juillet juil juli julio luglio lug julho',
  'august aug aout agosto ago agto augustus',
  'september sep sept septembre septiembre settembre sett set setiembre setembro',
  'october oct octobre oktober okt octubre ottobre ott outubro out',
  'november nov novembre noviembre novembro',
  'december dec decembre dezember dez diciembre dic dicembre desember dezembro',
]

const NUMBER_OF = new Map(MONTHS.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)))

/** Source of a pattern for a month's name in text that was folded (fold.ts), longest names first. */
export const MONTH_PATTERN = [...NUMBER_OF.keys()].sort((a, b) => b.length - a.length).join('|')

/** 1..12 for a name that `MONTH_PATTERN` matched. */
export function monthOf(name: string): number | undefined {
  return NUMBER_OF.get(name.replace(/\.$/, ''))
}
