import { toast } from '#ui/toast.ts'

/** What came of trying an account: a failure is told as one, although what was asked for was done. */
export const tellTried = ({ works, message }: { works: boolean; message: string }): void =>
  void (works ? toast.success(message) : toast.error(message))
