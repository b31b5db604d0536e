import { useDeferredValue } from 'react'
import { sanitizeSignature } from '#shared/bulk-update/sanitize-signature.ts'
import { signatureMaxLength } from '#shared/bulk-update/signature.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'

interface SignatureFieldProps {
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
}

/** A signature as text or HTML, and beside it what will be sent. */
export function SignatureField({ label, hint, value, onChange }: SignatureFieldProps) {
  return (
    <div className="grid items-start gap-3 md:grid-cols-2">
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

/** In a frame that runs nothing and loads nothing, so that a signature cannot reach the page. */
function Preview({ label, signature }: { label: string; signature: string }) {
  const html = sanitizeSignature(useDeferredValue(signature))
  return (
    <div className="min-w-0">
      <p className="mb-1.5 font-medium text-secondary">Preview</p>
      {html ? (
        <iframe
          title={`Preview of ${label}`}
          sandbox=""
          srcDoc={`<!doctype html><meta charset="utf-8"><title>Signature</title><body style="margin:8px 12px;font:14px/1.4 Arial,sans-serif;color:#222;background:#fff;color-scheme:light">${html}`}
          className="h-24 w-full rounded-control border border-line bg-surface"
        />
      ) : (
        <p className="grid h-24 place-items-center rounded-control border border-line border-dashed px-3 text-center text-muted text-secondary">
          What recipients see appears here.
        </p>
      )}
      <p className="mt-1.5 text-label text-muted">
        Scripts and forms are taken out. Images load in mail only.
      </p>
    </div>
  )
}
