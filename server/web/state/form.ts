import { useRef, useState } from 'preact/hooks'
import { ApiError } from '../api.ts'
import { explain, sentence } from './explain.ts'

export interface Form {
  /** By the name of the field: what is wrong with it. */
  faults: Record<string, string>
  /** What is wrong with the whole. */
  fault: string | undefined
  busy: boolean
  submit: (event: SubmitEvent) => Promise<void>
}

/** Error codes that are about one field. */
const FIELD_OF: Partial<Record<ApiError['code'], string>> = { username_taken: 'username', email_taken: 'email' }

/** A person's input is not what is wanted: which field, and why. */
export class FieldFault extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

const FAULTLESS = { faults: {}, fault: undefined }

/** A form whose fields are read when it is sent; what the server finds wrong is shown at the field that it is about. */
export function useForm(act: (values: Record<string, string>, form: HTMLFormElement) => Promise<void>): Form {
  const [state, setState] = useState<Pick<Form, 'faults' | 'fault'>>(FAULTLESS)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const sent = useRef<HTMLFormElement>(undefined)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (running.current) return
    const form = event.currentTarget as HTMLFormElement
    running.current = true
    sent.current = form
    setBusy(true)
    try {
      await act(valuesOf(form), form)
      setState(FAULTLESS)
    } catch (error) {
      const names = [...form.elements].map((element) => (element as HTMLInputElement).name).filter(Boolean)
      setState(faultsOf(error, names))
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  // Another form, in a box that was opened anew: what was wrong with the one before is not said of it.
  const shown = sent.current?.isConnected === false ? FAULTLESS : state
  return { ...shown, busy, submit }
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries)
}

function faultsOf(error: unknown, names: readonly string[]): Pick<Form, 'faults' | 'fault'> {
  if (error instanceof FieldFault) return { faults: { [error.field]: error.message }, fault: undefined }
  if (error instanceof ApiError) {
    const field = FIELD_OF[error.code]
    if (field && names.includes(field)) return { faults: { [field]: sentence(error.message) }, fault: undefined }
    const known = error.details.filter(({ path }) => names.includes(path.replace(/^body\./, '')))
    if (known.length > 0) {
      const faults = known.map(({ path, message }) => [path.replace(/^body\./, ''), sentence(message)])
      return { faults: Object.fromEntries(faults), fault: undefined }
    }
  }
  return { faults: {}, fault: explain(error) }
}
