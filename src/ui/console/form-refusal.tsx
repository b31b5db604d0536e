import { Alert } from '../alert.tsx'
import { failureText, isTold } from '../frame/failure-text.ts'
import { isUnconfirmed } from '../frame/forms/unconfirmed.ts'

/** Above the fields of a dialog whose action `hasForm`: what the server refuses, or why no answer came. */
export const FormRefusal = ({ error, className }: { error: Error | null; className?: string }) =>
  isTold(error) && !isUnconfirmed(error) ? <Alert className={className}>{failureText(error)}</Alert> : null
