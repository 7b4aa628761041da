import { SelectField } from '../../parts/field.tsx'
import { t } from '../../texts/texts.ts'

interface Choice<V extends string> {
  value: V
  text: string
}

interface ChartChoiceProps<N extends string> {
  /** What can be shown. */
  names: readonly Choice<N>[]
  name: N
  onName: (name: N) => void
  /** Of which days or hours, by their number. */
  spans: readonly Choice<string>[]
  span: number
  onSpan: (span: number) => void
}

/** What a chart shows, and of how long. */
export function ChartChoice<N extends string>({ names, name, onName, spans, span, onSpan }: ChartChoiceProps<N>) {
  return (
    <div class="filters">
      <SelectField
        label={t.figures.pick}
        choices={names}
        value={name}
        onChange={({ currentTarget: { value } }) => onName(names.find((one) => one.value === value)?.value ?? name)}
      />
      <SelectField
        label={t.figures.period}
        choices={spans}
        value={String(span)}
        onChange={({ currentTarget }) => onSpan(Number(currentTarget.value))}
      />
    </div>
  )
}
