import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { signatureMaxLength } from '../rules/signature.ts'
import { useSignaturePreview } from './use-signature-preview.ts'

interface SignatureFieldProps {
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
}

/** A signature as text or HTML, and beside it what will be sent. */
export function SignatureField({ label, hint, value, onChange }: SignatureFieldProps) {
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Field label={label} hint={hint}>
        <Textarea
          value={value}
          maxLength={signatureMaxLength}
          spellCheck={false}
          className="font-mono text-secondary"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <Preview label={label} signature={value} />
    </div>
  )
}

/** What the server would keep, in a frame that runs nothing and loads nothing, so that it cannot reach the page. */
function Preview({ label, signature }: { label: string; signature: string }) {
  const { html, removed, isBehind, hasFailed, tryAgain } = useSignaturePreview(signature)
  return (
    <div className="flex min-w-0 flex-col">
      <p className="mb-1.5 font-medium text-secondary">Preview</p>
      {hasFailed ? (
        <div
          role="status"
          className="flex h-24 flex-col items-center justify-center gap-2 rounded-control border border-line border-dashed px-3 text-center text-muted text-secondary"
        >
          <p>The preview cannot be shown right now.</p>
          <Button size="small" onClick={tryAgain}>
            Try again
          </Button>
        </div>
      ) : html ? (
        <iframe
          title={`Preview of ${label}`}
          aria-busy={isBehind}
          sandbox=""
          srcDoc={`<!doctype html><meta charset="utf-8"><title>Signature</title><body style="margin:8px 12px;font:14px/1.4 Arial,sans-serif;color:#222;background:#fff;color-scheme:light;overflow-wrap:anywhere">${html}`}
          className={cx(
            'min-h-24 w-full grow rounded-control border border-line bg-surface transition-opacity',
            isBehind && 'opacity-60',
          )}
        />
      ) : (
        <p className="grid h-24 place-items-center rounded-control border border-line border-dashed px-3 text-center text-muted text-secondary">
          {isBehind
            ? 'Preparing the preview …'
            : signature.trim()
              ? 'Nothing of this can be shown in an email.'
              : 'What recipients see appears here.'}
        </p>
      )}
      <p
        role="status"
        className={cx('mt-1.5 break-words text-label', removed.length > 0 ? 'text-warning' : 'text-muted')}
      >
        {removed.length > 0
          ? `Taken out before it is saved: ${removed.join(', ')}.`
          : 'This is what is saved. Images load in mail only.'}
      </p>
    </div>
  )
}
