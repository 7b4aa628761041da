import { type Correction, DOUBTFUL, type FieldEntry } from '@mkt/schemas'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { humanName } from '../../parts/document-kinds.ts'
import { Panel } from '../../parts/panel.tsx'
import type { Review } from '../../state/review.ts'
import { fill, t } from '../../texts/texts.ts'
import { Correct } from './correct.tsx'
import { MissingField } from './missing-field.tsx'
import { focusRow, type Lighting, Row } from './row.tsx'
import { valueText } from './value-text.ts'

interface FieldsProps extends Lighting {
  /** Which slip of the file, from 1. */
  slip: number
  type: string
  fields: Record<string, FieldEntry>
  review: Review
  /** Which field is being corrected. */
  editing: string | undefined
  onEdit: (field: string | undefined) => void
}

/** What was read, and beside it what people say instead: each field lights up its place on the page. */
export function Fields({ slip, type, fields, review, editing, onEdit, ...lighting }: FieldsProps) {
  const said = new Map(review.said?.corrections.filter((one) => one.slip === slip).map((one) => [one.field, one]))
  const added = [...said.keys()].filter((name) => !Object.hasOwn(fields, name))
  return (
    <Panel title={t.document.fields} flush>
      <ul class="found">
        {[...Object.keys(fields), ...added].map((name) => (
          <FieldRow
            key={name}
            {...{ slip, type, name, review, editing, onEdit, ...lighting }}
            entry={fields[name]}
            correction={said.get(name)}
          />
        ))}
      </ul>
      <MissingField slip={slip} type={type} known={[...Object.keys(fields), ...added]} review={review} />
    </Panel>
  )
}

interface FieldRowProps extends Omit<FieldsProps, 'fields'> {
  name: string
  entry: FieldEntry | undefined
  correction: Pick<Correction, 'value' | 'corrected_by' | 'corrected_at'> | undefined
}

function FieldRow({ slip, type, name, entry, correction, review, editing, onEdit, ...lighting }: FieldRowProps) {
  const shown = correction ? correction.value : (entry?.value ?? null)
  if (editing === name) {
    const close = () => {
      onEdit(undefined)
      focusRow(`field ${name}`)
    }
    return (
      <li>
        <Correct
          type={type}
          field={name}
          value={shown}
          onSave={(value) => review.correct(slip, name, value)}
          onClose={close}
        />
      </li>
    )
  }
  const actions = (
    <>
      <Button
        small
        kind="bare"
        label={fill(t.review.correctOne, { name: humanName(name) })}
        onClick={() => onEdit(name)}
      >
        ✎
      </Button>
      {correction ? (
        <Button
          small
          kind="bare"
          label={fill(t.review.takeBack, { name: humanName(name) })}
          onClick={() => review.uncorrect(slip, name)}
        >
          ↺
        </Button>
      ) : null}
    </>
  )
  return (
    <Row id={`field ${name}`} {...lighting} beside={actions}>
      <span class="found-name">{humanName(name)}</span>
      <span class="found-value">
        {correction ? (
          <>
            <ins>{valueText(correction.value)}</ins> <del>{valueText(entry?.value ?? null)}</del>
            <span class="corrected small">
              {fill(t.review.by, { name: correction.corrected_by })} <Ago at={correction.corrected_at} />
            </span>
          </>
        ) : (
          valueText(shown)
        )}
      </span>
      {entry ? <Confidence of={entry.confidence} /> : <span />}
    </Row>
  )
}

function Confidence({ of }: { of: number }) {
  const percent = Math.floor(of * 100)
  return (
    <span class={of < DOUBTFUL ? 'confidence doubt' : 'confidence'} title={t.document.confidence}>
      {percent} %
    </span>
  )
}
