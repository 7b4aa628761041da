import { useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { t } from '../../texts/texts.ts'
import { add } from './uploads.ts'

/** Where files are dropped, or chosen. */
export function Drop() {
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
        add(event.dataTransfer?.files ?? [])
      }}
    >
      <p>{t.documents.drop}</p>
      <Button onClick={() => input.current?.click()}>{t.documents.choose}</Button>
      <input
        ref={input}
        class="unseen"
        type="file"
        accept="application/pdf,image/jpeg,image/png,image/tiff"
        multiple
        tabIndex={-1}
        aria-label={t.documents.files}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <p class="field-hint">{t.documents.dropHint}</p>
    </div>
  )
}
