import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { changesOff } from '#ui/changes-off.ts'
import { momentText } from '#ui/time-texts.ts'
import type { KeptCredentials } from './use-kept-credentials.ts'

interface KeptNoteProps {
  kept: KeptCredentials
  /** What was filled in. */
  text: string
  /** Nobody knows whether something is kept. */
  failed: string
}

/** Says that credentials were filled in from last time, until when they are kept, and lets them be deleted. */
export function KeptNote({ kept, text, failed }: KeptNoteProps) {
  return (
    <>
      {kept.isFailed && (
        <Alert tone="warning" className="mb-4">
          {changesOff() ?? failed}
        </Alert>
      )}
      {kept.isThere && (
        <Alert
          tone="info"
          className="mb-4"
          action={
            <Button size="small" onClick={kept.forget}>
              Delete them
            </Button>
          }
        >
          <p>
            {text}
            {kept.expiresAt && ` We keep them encrypted until ${momentText(kept.expiresAt)}.`}
          </p>
        </Alert>
      )}
    </>
  )
}
