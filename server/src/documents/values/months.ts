/** Names and abbreviations in English, French, German, Spanish, Italian, Dutch, Portuguese, Polish and Swedish, without accents. */
const MONTHS: readonly string[] = [
  'january jan janvier janv januar janner jaenner enero ene gennaio genn gen januari janeiro styczen stycznia sty',
  'february feb febr fevrier fevr fev februar feber febrero febbraio febb februari fevereiro luty lutego lut',
  'march mar mars marz maerz mrz marzo maart mrt marco marzec marca marts',
  'april apr avril avr abril abr aprile kwiecien kwietnia kwi',
  'may mai mayo maggio magg mag mei maio maj maja',
  'june jun juin juni junio giugno giu junho czerwiec czerwca cze',
  'july jul juillet juil juli julio luglio lug julho lipiec lipca lip',
  'august aug aout aou agosto ago agto augustus augusti sierpien sierpnia',
  'september sep sept septembre septiembre settembre sett set setiembre setembro wrzesien wrzesnia wrz',
  'october oct octobre oktober okt octubre ottobre ott outubro out pazdziernik pazdziernika paz',
  'november nov novembre noviembre novembro listopad listopada lis',
  'december dec decembre dezember dez diciembre dic dicembre desember dezembro grudzien grudnia gru',
]

const NUMBER_OF = new Map(MONTHS.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)))

/** Source of a pattern for a month's name in text that was folded (fold.ts), longest names first. */
export const MONTH_PATTERN = [...NUMBER_OF.keys()].sort((a, b) => b.length - a.length).join('|')

/** 1..12 for a name that `MONTH_PATTERN` matched. */
export function monthOf(name: string): number | undefined {
  return NUMBER_OF.get(name.replace(/\.$/, ''))
}
