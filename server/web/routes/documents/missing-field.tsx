import { fieldsOfType } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { humanName } from '../../parts/document-kinds.ts'
import { SelectField } from '../../parts/field.tsx'
import type { Review } from '../../state/review.ts'
import { t } from '../../texts/texts.ts'
import { Correct } from './correct.tsx'

interface MissingProps {
  /** Which slip of the file, from 1. */
  slip: number
  type: string
  /** Those that are listed already. */
  known: readonly string[]
  review: Review
}

/** A field that was not read although the paper has it. */
export function MissingField({ slip, type, known, review }: MissingProps) {
  const [chosen, setChosen] = useState('')
  const free = Object.keys(fieldsOfType(type)).filter((name) => !known.includes(name))
  if (free.length === 0) return null
  const choices = [{ value: '', text: t.review.choose }, ...free.map((value) => ({ value, text: humanName(value) }))]
  return (
    <div class="missing-field">
      <SelectField
        label={t.review.missing}
        choices={choices}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      {chosen ? (
        <Correct
          key={chosen}
          type={type}
          field={chosen}
          value={null}
          onSave={(value) => review.correct(slip, chosen, value)}
          onClose={() => setChosen('')}
        />
      ) : null}
    </div>
  )
}
