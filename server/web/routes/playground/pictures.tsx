import { MAX_IMAGE_BYTES } from '@mkt/schemas'
import { useRef } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { toast } from '../../state/toasts.ts'
import { fill, t } from '../../texts/texts.ts'

const KINDS = ['image/png', 'image/jpeg', 'image/webp']

/** Reads what is chosen, pasted or dropped as data: URLs; what no model takes is said and left out. */
export async function readPictures(files: readonly File[]): Promise<string[]> {
  const urls: string[] = []
  for (const file of files) {
    if (!KINDS.includes(file.type)) toast(fill(t.playground.notPicture, { name: file.name }), true)
    else if (file.size > MAX_IMAGE_BYTES) toast(fill(t.playground.bigPicture, { name: file.name }), true)
    else urls.push(await urlOf(file))
  }
  return urls
}

function urlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

/** Opens the choice of pictures. */
export function AddPictures({ onPictures }: { onPictures: (urls: string[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button small kind="bare" onClick={() => input.current?.click()}>
        {t.playground.addPicture}
      </Button>
      <input
        ref={input}
        class="unseen"
        type="file"
        accept={KINDS.join(',')}
        multiple
        tabIndex={-1}
        aria-label={t.playground.pictureFiles}
        onChange={async ({ currentTarget }) => {
          const urls = await readPictures([...(currentTarget.files ?? [])])
          currentTarget.value = ''
          onPictures(urls)
        }}
      />
    </>
  )
}

/** Pictures in small; `onRemove` where they may still be left out. */
export function Pictures({ urls, onRemove }: { urls: readonly string[]; onRemove?: (index: number) => void }) {
  if (urls.length === 0) return null
  return (
    <ul class="pictures" aria-label={t.playground.pictures}>
      {urls.map((url, index) => (
        <li key={`${index}-${url.length}`}>
          <img src={url} alt={fill(t.playground.picture, { n: index + 1 })} />
          {onRemove ? (
            <Button small label={fill(t.playground.removePicture, { n: index + 1 })} onClick={() => onRemove(index)}>
              ×
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
