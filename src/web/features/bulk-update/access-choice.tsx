import type { AccessKind } from '#shared/bulk-update/setting-fields.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

interface AccessChoiceProps {
  access: AccessKind
  onChange: (access: AccessKind) => void
  /** What the browser is signed in with: "cookie". */
  browserWord: string
  toolName: string
}

/** The documented way in beside the one that a browser uses. */
export function AccessChoice({ access, onChange, browserWord, toolName }: AccessChoiceProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-sunken px-3 py-2.5 text-secondary">
      {access === 'browser' ? (
        <>
          <p className="min-w-0 text-muted">
            An API key is documented by {toolName}, lasts, and can be revoked there at any time.
          </p>
          <span className="flex items-center gap-2">
            <Badge tone="info">Recommended</Badge>
            <Button size="small" onClick={() => onChange('apiKey')}>
              Use an API key instead
            </Button>
          </span>
        </>
      ) : (
        <>
          <p className="min-w-0 text-muted">You are using an API key.</p>
          <Button size="small" variant="quiet" onClick={() => onChange('browser')}>
            Use the {browserWord} instead
          </Button>
        </>
      )}
    </div>
  )
}
