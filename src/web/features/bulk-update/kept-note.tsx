import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { momentText } from '../../ui/time-texts.ts'

interface KeptNoteProps {
  text: string
  /** ISO time. */
  expiresAt: string | undefined
  onForget: () => void
}

/** Says that credentials were filled in from last time, until when they are kept, and lets them be deleted. */
export function KeptNote({ text, expiresAt, onForget }: KeptNoteProps) {
  return (
    <Alert
      tone="info"
      className="mb-4"
      action={
        <Button size="small" onClick={onForget}>
          Delete them
        </Button>
      }
    >
      <p>
        {text}
        {expiresAt && ` We keep them encrypted until ${momentText(expiresAt)}.`}
      </p>
    </Alert>
  )
}
