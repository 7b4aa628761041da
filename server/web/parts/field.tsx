import type {
  ComponentChildren,
  PartialInputHTMLAttributes,
  PartialSelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'preact'
import { useId } from 'preact/hooks'

interface FrameProps {
  label: string
  hint?: ComponentChildren
  error?: string | undefined
  /** Given what ties the control to its label, hint and error. */
  children: (tie: Tie) => ComponentChildren
}

interface Tie {
  id: string
  'aria-invalid': 'true' | undefined
  'aria-describedby': string | undefined
}

function Frame({ label, hint, error, children }: FrameProps) {
  const id = useId()
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  const tie: Tie = { id, 'aria-invalid': error ? 'true' : undefined, 'aria-describedby': described || undefined }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(tie)}
      {error ? (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

interface Shared {
  label: string
  hint?: ComponentChildren
  error?: string | undefined
}

type FieldProps = Shared & Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'label' | 'id'>

/** A labelled input; its error is tied to it. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(tie) => <input {...(input as object)} {...tie} />}
    </Frame>
  )
}

type AreaProps = Shared & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'label' | 'id'>

export function AreaField({ label, hint, error, ...area }: AreaProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(tie) => <textarea {...(area as object)} {...tie} />}
    </Frame>
  )
}

export interface Choice {
  value: string
  text: string
}

type SelectProps = Shared & { choices: readonly Choice[] } & Omit<
    PartialSelectHTMLAttributes<HTMLSelectElement>,
    'label' | 'id'
  >

export function SelectField({ label, hint, error, choices, value, ...select }: SelectProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(tie) => (
        <select {...(select as object)} {...tie}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} selected={choice.value === value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

type CheckProps = { label: ComponentChildren } & Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'label' | 'id'>

export function CheckField({ label, ...input }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" {...(input as object)} />
      <span>{label}</span>
    </label>
  )
}

/** What is wrong with a form as a whole. */
export function FormFault({ form: { fault } }: { form: { fault: string | undefined } }) {
  if (!fault) return null
  return (
    <p class="field-error" role="alert">
      {fault}
    </p>
  )
}
