import { useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'

interface DropZoneProps {
  text: string
  /** What the button says. */
  choose: string
  /** Of the browser's own field. */
  label: string
  hint: string
  accept: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}

/** Where files are dropped, or chosen. */
export function DropZone({ text, choose, label, hint, accept, multiple = false, onFiles }: DropZoneProps) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same by keyboard
    <div
      class={over ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <p>{text}</p>
      <Button onClick={() => input.current?.click()}>{choose}</Button>
      <input
        ref={input}
        class="unseen"
        type="file"
        accept={accept}
        multiple={multiple}
        tabIndex={-1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <p class="field-hint">{hint}</p>
    </div>
  )
}
