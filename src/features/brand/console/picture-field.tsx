import { ImageUp, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { surfaces } from '#base/brand/accent.ts'
import { type BrandPicture, pictureMaxBytes, pictureMessages, picturePath } from '#base/brand/picture.ts'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { addBrandPicture } from '../api/console-brand.ts'

interface PictureFieldProps {
  label: string
  picture: BrandPicture | null
  error: string | undefined
  /** Shown on the dark page. */
  onDark?: boolean
  onChange: (picture: BrandPicture | null) => void
}

/** A picture: sent at once, so that it is seen as it will be served; it counts once the brand is saved. */
export function PictureField({ label, picture, error, onDark = false, onChange }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const sending = useStaffAction({
    mutationFn: async (file: File) => callStaff(addBrandPicture, { body: { data: await inBase64(file) } }),
    hasForm: true,
    onSuccess: onChange,
    onError: (failure) => setProblem(failureText(failure)),
  })
  return (
    <Field group label={label} error={problem ?? error}>
      <div
        style={{ background: surfaces[onDark ? 'dark' : 'light'].page }}
        className="grid h-20 place-items-center rounded-control border border-line p-2"
      >
        {picture ? (
          <img
            src={picturePath(picture)}
            alt={label}
            className="max-h-full min-h-0 max-w-full object-contain"
          />
        ) : (
          <span className="rounded-mark bg-surface px-1.5 text-label text-muted">None</span>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label={`Choose a picture: ${label}`}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          const isTooLarge = file && file.size > pictureMaxBytes
          setProblem(isTooLarge ? pictureMessages.tooLarge : undefined)
          if (file && !isTooLarge) sending.mutate(file)
          target.value = ''
        }}
      />
      <span className="mt-2 flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<ImageUp />}
          loading={sending.isPending}
          onClick={() => input.current?.click()}
        >
          Choose<span className="sr-only"> a picture: {label}</span>
        </Button>
        {picture && (
          <Button size="small" variant="quiet" icon={<X />} onClick={() => onChange(null)}>
            Remove<span className="sr-only"> {label}</span>
          </Button>
        )}
      </span>
    </Field>
  )
}

const inBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error(pictureMessages.broken))
    reader.readAsDataURL(file)
  })
