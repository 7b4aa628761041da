import { day, jobStatus, market } from '@mkt/schemas'
import { useLocation } from 'preact-iso'
import { z } from 'zod'
import { api } from '../../api.ts'
import { Field, SelectField } from '../../parts/field.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { useLive } from '../../state/live.ts'
import { useTyped } from '../../state/typed.ts'
import { t } from '../../texts/texts.ts'

const SHAPES = {
  state: jobStatus,
  model: z.string().min(1).max(200),
  from: day,
  /** The last day that belongs to it, as people say it. */
  until: day,
  text: z.string().min(1).max(200),
}

/** What the list is narrowed by; the page's address holds it. */
export type Filter = { [K in keyof typeof SHAPES]?: z.infer<(typeof SHAPES)[K]> }

export function filterOf(query: Record<string, string>): Filter {
  const entries = Object.entries(SHAPES).map(([name, shape]) => [name, shape.safeParse(query[name]).data] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const ANY = { value: '', text: t.jobs.anyState }
const STATES = [ANY, ...jobStatus.options.map((value) => ({ value, text: t.jobStates[value] }))]

export function Filters({ filter }: { filter: Filter }) {
  const { route } = useLocation()
  const narrow = (name: keyof Filter, value: string) => {
    const query = new URLSearchParams({ ...filter, [name]: value })
    for (const [key, said] of [...query]) if (said === '') query.delete(key)
    route(query.size > 0 ? `/app/jobs?${query}` : '/app/jobs', name === 'text')
  }
  const [text, setText] = useTyped(filter.text ?? '', (typed) => narrow('text', typed))
  const date = (name: 'from' | 'until', label: string) => (
    <Field
      label={label}
      type="date"
      value={filter[name] ?? ''}
      onChange={({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => narrow(name, value)}
    />
  )
  return (
    <div class="filters">
      <SearchField label={t.jobs.search} value={text} onValue={setText} />
      <SelectField
        label={t.columns.state}
        choices={STATES}
        value={filter.state ?? ''}
        onChange={({ currentTarget: { value } }) => narrow('state', value)}
      />
      <ModelField value={filter.model ?? ''} onValue={(value) => narrow('model', value)} />
      {date('from', t.jobs.from)}
      {date('until', t.jobs.until)}
    </div>
  )
}

/** Models on offer now, and the one that is chosen, on offer or not. */
function ModelField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const live = useLive((signal) => api.call(market.models, {}, { signal }), [])
  const names = new Set([...(value ? [value] : []), ...(live.data?.models ?? []).map(({ name }) => name)])
  return (
    <SelectField
      label={t.fields.model}
      choices={[ANY, ...[...names].map((name) => ({ value: name, text: name }))]}
      value={value}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
    />
  )
}
