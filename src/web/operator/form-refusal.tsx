import { failureText, isTold } from '../app-shell/failure-text.ts'
import { isUnconfirmed } from '../app-shell/forms/unconfirmed.ts'
import { Alert } from '../ui/alert.tsx'

/** Above the fields of a dialog whose action `hasForm`: what the server refuses, or why no answer came. */
export const FormRefusal = ({ error, className }: { error: Error | null; className?: string }) =>
  isTold(error) && !isUnconfirmed(error) ? <Alert className={className}>{failureText(error)}</Alert> : null
