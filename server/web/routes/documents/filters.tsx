import { DOCUMENT_TYPES, documentType, riskLevel } from '@mkt/schemas'
import { useLocation } from 'preact-iso'
import { z } from 'zod'
import { humanName } from '../../parts/document-kinds.ts'
import { SelectField } from '../../parts/field.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { useTyped } from '../../state/typed.ts'
import { t } from '../../texts/texts.ts'

const SHAPES = {
  document_type: documentType,
  risk_level: riskLevel,
  looked_at: z.enum(['yes', 'no']),
  text: z.string().min(1).max(200),
}

/** What the list is narrowed by: the page's address holds it, under the names that the API has. */
export type Filter = { [K in keyof typeof SHAPES]?: z.infer<(typeof SHAPES)[K]> }

export function filterOf(query: Record<string, string>): Filter {
  const entries = Object.entries(SHAPES).map(([name, shape]) => [name, shape.safeParse(query[name]).data] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const TYPES = [
  { value: '', text: t.documents.anyType },
  ...DOCUMENT_TYPES.map((value) => ({ value, text: humanName(value) })),
]
const LEVELS = [
  { value: '', text: t.documents.anyRisk },
  ...riskLevel.options.map((value) => ({ value, text: t.riskLevels[value] })),
]
const LOOKED = [
  { value: '', text: t.documents.anyLooked },
  { value: 'yes', text: t.documents.isLooked },
  { value: 'no', text: t.documents.notLooked },
]

export function Filters({ filter }: { filter: Filter }) {
  const { route } = useLocation()
  const narrow = (name: keyof Filter, value: string) => {
    const query = new URLSearchParams({ ...filter, [name]: value })
    for (const [key, said] of [...query]) if (said === '') query.delete(key)
    route(query.size > 0 ? `/app/documents?${query}` : '/app/documents', name === 'text')
  }
  const [text, setText] = useTyped(filter.text ?? '', (typed) => narrow('text', typed))
  const select = (name: Exclude<keyof Filter, 'text'>, label: string, choices: typeof TYPES | typeof LOOKED) => (
    <SelectField
      label={label}
      choices={choices}
      value={filter[name] ?? ''}
      onChange={({ currentTarget: { value } }) => narrow(name, value)}
    />
  )
  return (
    <div class="filters">
      <SearchField label={t.documents.search} value={text} onValue={setText} />
      {select('document_type', t.documents.type, TYPES)}
      {select('risk_level', t.documents.risk, LEVELS)}
      {select('looked_at', t.documents.looked, LOOKED)}
    </div>
  )
}
