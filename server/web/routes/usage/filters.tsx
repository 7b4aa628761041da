import { useLocation } from 'preact-iso'
import { SelectField } from '../../parts/field.tsx'
import { fill, t } from '../../texts/texts.ts'
import { sumBy, type UsageRow } from './sums.ts'

const PERIODS = ['7', '30', '90', '365']

/** Of which days, model and token usage is shown; the page's address holds it. */
export interface Filter {
  days: string
  model?: string | undefined
  token?: string | undefined
}

export function filterOf({ days, model, token }: Record<string, string>): Filter {
  return {
    days: PERIODS.find((period) => period === days) ?? '30',
    model: model || undefined,
    token: token || undefined,
  }
}

/** How a row's token is called: of what pages and passwords began none is recorded. */
export function tokenOf({ token_id, token_name }: UsageRow): string {
  return token_id ? (token_name ?? token_id) : t.usage.withoutToken
}

const modelOf = ({ model }: UsageRow) => model ?? ''

/** What belongs to the model and the token that are chosen. */
export function narrowed(rows: readonly UsageRow[], { model, token }: Filter): readonly UsageRow[] {
  return rows.filter((row) => (!model || modelOf(row) === model) && (!token || tokenOf(row) === token))
}

/** Chooses among what the rows have. */
export function Filters({ filter, rows }: { filter: Filter; rows: readonly UsageRow[] }) {
  const { route } = useLocation()
  const narrow = (name: keyof Filter, value: string) => {
    const given = Object.entries({ ...filter, [name]: value }).filter(([, said]) => said)
    route(`/app/usage?${new URLSearchParams(given as [string, string][])}`)
  }
  const select = (name: 'model' | 'token', label: string, nameOf: (row: UsageRow) => string) => {
    const chosen = filter[name]
    const names = new Set([...(chosen ? [chosen] : []), ...sumBy(rows, nameOf).map((sum) => sum.name)])
    return (
      <SelectField
        label={label}
        choices={[{ value: '', text: t.usage.all }, ...[...names].map((value) => ({ value, text: value }))]}
        value={chosen ?? ''}
        onChange={({ currentTarget }) => narrow(name, currentTarget.value)}
      />
    )
  }
  return (
    <div class="filters">
      <SelectField
        label={t.usage.period}
        choices={PERIODS.map((value) => ({ value, text: fill(t.usage.days, { n: value }) }))}
        value={filter.days}
        onChange={({ currentTarget }) => narrow('days', currentTarget.value)}
      />
      {select('model', t.fields.model, modelOf)}
      {select('token', t.usage.token, tokenOf)}
    </div>
  )
}
